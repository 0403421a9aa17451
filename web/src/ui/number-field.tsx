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
  /** `49.9` as the wire has it, or what is typed and no number yet. Empty for none. */
  readonly value: string | number
  /** How many digits may follow the decimal sign. */
  readonly decimals?: number
  /** A price always shows its cents. */
  readonly isPrice?: boolean
  /** What is counted, behind the number. */
  readonly unit?: string
  readonly disabled?: boolean
  /** Gets the number as the wire has it; of anything else the text as it stands, which no schema takes. */
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/** A number in the user's language, whatever that of the browser, whose own number fields follow the browser. */
export function NumberField(props: NumberFieldProps) {
  const { value, decimals = 0, isPrice = false, unit, onChange, onBlur, ...rest } = props
  const { i18n } = useTranslation()
  const fixed = isPrice ? decimals : 0
  const [text, setText] = useState(() => shownNumber(value, i18n.language, fixed))
  const [told, setTold] = useState(String(value))
  if (told !== String(value)) {
    setTold(String(value))
    setText(shownNumber(value, i18n.language, fixed))
  }

  function write(next: string): void {
    const now = numberOfText(next, i18n.language, decimals) ?? next.trim()
    setText(next)
    setTold(now)
    if (now !== String(value)) onChange(now)
  }
  function leave(): void {
    setText(shownNumber(told, i18n.language, fixed))
    onBlur?.()
  }

  return (
    <TextField
      {...rest}
      value={text}
      autoComplete="off"
      inputProps={{ inputMode: decimals === 0 ? 'numeric' : 'decimal' }}
      endAdornment={
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
