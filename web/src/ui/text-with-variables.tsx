import { type CustomVariable, messageVariables, unknownVariables } from '@balcao/domain/message-variables'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { TextField } from './text-field'
import styles from './text-with-variables.module.css'

interface TextWithVariablesProps {
  readonly ref?: Ref<Pick<HTMLTextAreaElement, 'focus'>>
  readonly label: string
  readonly help?: string | undefined
  readonly value: string
  readonly error?: string | undefined
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly minRows?: number
  /** Whether the buttons for variables show. A form with several texts shows them only at the text being edited. */
  readonly showsVariables?: boolean
  readonly own?: readonly CustomVariable[]
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly onFocus?: () => void
}

/** A text for customers; sending fills its variables in (GEN-18). */
export function TextWithVariablesField(props: TextWithVariablesProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLTextAreaElement>(null)
  const { ref, showsVariables = true, minRows = 3, own = [], onChange, ...rest } = props
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))
  const variables = [
    ...messageVariables.map((variable) => ({
      written: `{{${variable}}}`,
      name: t(`variables.${variable}`),
      means: t(`variableMeans.${variable}`),
    })),
    ...own.map(({ key, value }) => ({ written: `{${key}}`, name: key, means: value })),
  ]
  const unknown = unknownVariables(
    props.value,
    own.map(({ key }) => key),
  )

  function insert(written: string): void {
    const field = input.current
    if (field === null) return
    const { selectionStart: from, selectionEnd: to } = field
    // Renders synchronously, because the caret can only be placed behind text that is in the field.
    flushSync(() => onChange(`${props.value.slice(0, from)}${written}${props.value.slice(to)}`))
    field.focus()
    field.setSelectionRange(from + written.length, from + written.length)
  }

  return (
    <div>
      <TextField
        {...rest}
        multiline
        minRows={minRows}
        maxRows={8}
        ref={input}
        onChange={(event) => onChange(event.target.value)}
      />
      <UnknownVariablesWarning written={unknown} />
      {showsVariables && props.disabled !== true && (
        <fieldset className={styles.variables}>
          <legend>{t('fillIn')}</legend>
          {variables.map(({ written, name, means }) => (
            <button key={written} type="button" title={means} onClick={() => insert(written)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** Warns of names in braces that match no variable, because customers would read them. */
export function UnknownVariablesWarning({ written }: { readonly written: readonly string[] }) {
  const { t } = useTranslation()
  // Always mounted, so that screen readers announce changes of its content.
  return (
    <p role="status" className={styles.unknown}>
      {written.length > 0 && t('unknownVariables', { count: written.length, written: written.join(', ') })}
    </p>
  )
}
