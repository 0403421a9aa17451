import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field'
import styles from './schedules.module.css'

/** What is filled in when the message leaves (GEN-18). */
const variables = ['firstName', 'name', 'ms', 'protocol', 'date', 'hour'] as const

interface BodyFieldProps {
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly autoFocus: boolean
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** The words of the message, with buttons for what is filled in later. */
export function BodyField({ value, error, disabled, autoFocus, onChange, onBlur }: BodyFieldProps) {
  const { t } = useTranslation('schedules')
  const input = useRef<HTMLTextAreaElement>(null)

  function insert(variable: string): void {
    const field = input.current
    const [from, to] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length]
    onChange(`${value.slice(0, from)}{{${variable}}}${value.slice(to)}`)
    field?.focus()
  }

  return (
    <div>
      <TextField
        label={t('body')}
        multiline
        minRows={3}
        maxRows={8}
        value={value}
        error={error}
        disabled={disabled}
        autoFocus={autoFocus}
        ref={input}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {!disabled && (
        <fieldset className={styles.variables}>
          <legend>{t('fillIn')}</legend>
          {variables.map((variable) => (
            <button key={variable} type="button" onClick={() => insert(variable)}>
              {t(`variables.${variable}`)}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
