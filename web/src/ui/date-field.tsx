import OutlinedInput from '@mui/material/OutlinedInput'
import { Calendar } from 'lucide-react'
import { type Ref, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './date-field.module.css'
import { completeTypedDate, formatIsoDate, maskTypedDate, parseDateText } from './date-text'
import { LabelledField } from './field'
import { IconButton } from './icon-button'
import { MonthGrid } from './month-grid'
import { Popover } from './popover'

interface DateFieldProps {
  readonly ref?: Ref<HTMLInputElement>
  readonly label: string
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** A day, `2026-11-25`, or with `hasTime` a time, `2026-11-25T09:30`; empty for none. */
  readonly value: string
  readonly hasTime?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** Gets the new value. For an incomplete date this is the typed text, which every schema rejects. */
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

/** Shows dates in the product's format. The browser's own date field would use the format of the browser's language. */
export function DateField(props: DateFieldProps) {
  const { ref, label, help, error, value, hasTime = false, disabled = false, autoFocus, onChange } = props
  const { t } = useTranslation()
  const [text, setText] = useState(() => formatIsoDate(value))
  const [given, setGiven] = useState(value)
  const [isLeft, setLeft] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const input = useRef<HTMLInputElement | null>(null)
  const caret = useRef<number | null>(null)
  if (given !== value) {
    setGiven(value)
    setText(formatIsoDate(value))
  }
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function write(next: string): void {
    const now = parseDateText(next, hasTime) ?? next
    setText(next)
    setGiven(now)
    if (now !== value) onChange(now)
  }
  function type(field: HTMLInputElement): void {
    const typed = field.value
    const next = maskTypedDate(typed, hasTime)
    const before = typed.slice(0, field.selectionStart ?? typed.length)
    if (before.length < typed.length) caret.current = cursorAfter(next, before.replace(/\D/g, '').length)
    setLeft(false)
    write(next)
  }
  function leave(): void {
    setLeft(true)
    write(completeTypedDate(text))
    props.onBlur?.()
  }
  function choose(day: string): void {
    setAnchor(null)
    const time = /\d{1,2}:\d{2}$/.exec(text)?.[0] ?? usualTime
    write(formatIsoDate(hasTime ? `${day}T${time.padStart(5, '0')}` : day))
  }

  const isWrong = isLeft && text !== '' && parseDateText(text, hasTime) === null
  return (
    <LabelledField
      label={label}
      help={help}
      error={isWrong ? t(hasTime ? 'date.wrongTime' : 'date.wrong') : error}
    >
      {(naming) => (
        <>
          <OutlinedInput
            fullWidth
            className={styles.field ?? ''}
            error={naming['aria-invalid']}
            value={text}
            disabled={disabled}
            autoFocus={autoFocus ?? false}
            autoComplete="off"
            placeholder={t(hasTime ? 'date.patternTime' : 'date.pattern')}
            id={naming.id}
            inputRef={(node: HTMLInputElement | null) => {
              input.current = node
              if (typeof ref === 'function') ref(node)
            }}
            inputProps={{ 'aria-describedby': naming['aria-describedby'], inputMode: 'numeric' }}
            endAdornment={
              !disabled && (
                <IconButton
                  icon={Calendar}
                  iconSize={18}
                  label={t('date.open')}
                  onClick={({ currentTarget }) => setAnchor(currentTarget)}
                />
              )
            }
            onChange={({ target }) => type(target as HTMLInputElement)}
            onBlur={leave}
          />
          <Popover anchor={anchor} label={t('date.calendar')} onClose={() => setAnchor(null)}>
            <MonthGrid chosen={parseDateText(text, hasTime)?.slice(0, 10) ?? null} onChoose={choose} />
          </Popover>
        </>
      )}
    </LabelledField>
  )
}

/** The time of a day that is chosen in the calendar while the field has no time. */
const usualTime = '09:00'

function cursorAfter(text: string, digits: number): number {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at
    if (/\d/.test(text[at] ?? '')) seen += 1
  }
  return text.length
}
