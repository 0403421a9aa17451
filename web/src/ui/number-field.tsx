import InputAdornment from '@mui/material/InputAdornment'
import type { Ref } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './number-field.module.css'
import { numberOfText, shownNumber } from './number-text'
import { TextField } from './text-field'

interface NumberFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** The value in wire format, as `49.9`, or an invalid typed text. Empty for none. */
  readonly value: string | number
  /** The maximum number of decimals. */
  readonly decimals?: number
  /** A price always shows its cents. */
  readonly isPrice?: boolean
  /** The unit behind the number. */
  readonly unit?: string
  readonly disabled?: boolean
  /** Gets the number in wire format; for other text the text itself, which every schema refuses. */
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/** A number in the user's language. The browser's own number field follows the language of the browser instead. */
export function NumberField(props: NumberFieldProps) {
  const { value, decimals = 0, isPrice = false, unit, onChange, onBlur, ...rest } = props
  const { i18n } = useTranslation()
  const fixed = isPrice ? decimals : 0
  const [text, setText] = useState(() => shownNumber(value, i18n.language, fixed))
  const [given, setGiven] = useState(String(value))
  if (given !== String(value)) {
    setGiven(String(value))
    setText(shownNumber(value, i18n.language, fixed))
  }

  function write(next: string): void {
    const now = numberOfText(next, i18n.language, decimals) ?? next.trim()
    setText(next)
    setGiven(now)
    if (now !== String(value)) onChange(now)
  }
  function leave(): void {
    setText(shownNumber(given, i18n.language, fixed))
    onBlur?.()
  }

  return (
    <TextField
      {...rest}
      value={text}
      autoComplete="off"
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      end={
        unit !== undefined && (
          <InputAdornment position="end" disableTypography className={styles.unit}>
            {unit}
          </InputAdornment>
        )
      }
      onChange={({ target }) => write(target.value)}
      onBlur={leave}
    />
  )
}
