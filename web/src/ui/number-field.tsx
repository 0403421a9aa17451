import InputAdornment from '@mui/material/InputAdornment'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './number-field.module.css'
import { TextField } from './text-field'

interface NumberFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** The number as `49.9`, or the typed text if it is no number; empty for none. */
  readonly value: string | number
  readonly decimals?: number
  readonly isPrice?: boolean
  readonly unit?: string
  readonly disabled?: boolean
  /** Gets the number as `49.9`, or any other typed text, which every schema refuses. */
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/** Shows numbers in the user's language. The browser's own number field would use the browser's language. */
export function NumberField(props: NumberFieldProps) {
  const { value, decimals = 0, isPrice = false, unit, onChange, onBlur, ...rest } = props
  const { i18n } = useTranslation()
  const fixed = isPrice ? decimals : 0
  const [text, setText] = useState(() => formatNumber(value, i18n.language, fixed))
  const [given, setGiven] = useState(String(value))
  if (given !== String(value)) {
    setGiven(String(value))
    setText(formatNumber(value, i18n.language, fixed))
  }

  function write(next: string): void {
    const now = parseNumberText(next, i18n.language, decimals) ?? next.trim()
    setText(next)
    setGiven(now)
    if (now !== String(value)) onChange(now)
  }
  function leave(): void {
    setText(formatNumber(given, i18n.language, fixed))
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

function decimalSign(language: string): ',' | '.' {
  return language.startsWith('en') ? '.' : ','
}

/**
 * Converts a typed number, such as `1.234,50`, `1,234.50` or `R$ 49,90`, into a text such as `1234.50`; null
 * for other text. A single separator before three digits groups thousands, unless it is the language's
 * decimal separator and decimals are allowed.
 */
export function parseNumberText(written: string, language: string, decimals: number): string | null {
  const bare = written.replace(/R\$|\s/g, '')
  if (!/^-?\d[\d.,]*$/.test(bare) && !/^-?[.,]\d+$/.test(bare)) return null
  const sign = decimalSign(language)
  const signs = [...bare].filter((one) => one === ',' || one === '.')
  const last = signs.at(-1)
  const isGrouping =
    last !== undefined &&
    /[.,]\d{3}$/.test(bare) &&
    (signs.length > 1 ? signs.every((one) => one === last) : decimals === 0 || last !== sign)
  const at = last === undefined || isGrouping ? bare.length : bare.lastIndexOf(last)
  const whole = bare.slice(0, at).replace(/[.,]/g, '')
  const rest = bare.slice(at + 1)
  const groups = new Set(isGrouping ? [] : signs.slice(0, -1))
  if (rest.length > decimals || groups.size > 1 || (last !== undefined && groups.has(last))) return null
  return `${whole === '' || whole === '-' ? `${whole}0` : whole}${rest === '' ? '' : `.${rest}`}`
}

/** `1234.5` becomes `1234,5`, or `1234,50` with two `fixed` decimals. Other texts stay unchanged. */
export function formatNumber(value: string | number, language: string, fixed = 0): string {
  const text = String(value)
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const [whole = '', rest = ''] = text.split('.')
  const decimals = rest.padEnd(fixed, '0')
  return decimals === '' ? whole : `${whole}${decimalSign(language)}${decimals}`
}
