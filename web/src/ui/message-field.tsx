import TextareaAutosize from '@mui/material/TextareaAutosize'
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import styles from './message-field.module.css'
import { type SuggestionListState, suggestionAriaAttributes } from './text-input'
import { useMediaQuery } from './use-media'

interface MessageFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly value: string
  readonly maxLength?: number
  readonly label: string
  readonly readOnly?: boolean
  readonly problemId?: string | undefined
  readonly onChange: (value: string) => void
  readonly onSend: () => void
  readonly onFiles?: (files: readonly File[]) => void
  readonly onSelect?: () => void
  readonly onUp?: (() => void) | undefined
  readonly choices?: FieldChoices | undefined
}

interface FieldChoices extends SuggestionListState {
  /** Handles a key for the list of suggestions; returns false if the key has no meaning there. */
  readonly actOnKey: (event: KeyboardEvent) => boolean
}

/** Enter sends and Shift+Enter breaks the line; on touch screens Enter breaks the line (CONVO-10). */
export function MessageField(props: MessageFieldProps) {
  const { ref, value, maxLength, label, readOnly, problemId, choices } = props
  const { onChange, onSend, onFiles, onSelect, onUp } = props
  const isTouch = useMediaQuery('(pointer: coarse)')

  function actOnKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (choices?.actOnKey(event) === true) return
    if (event.key === 'ArrowUp' && !event.altKey && value === '' && onUp !== undefined) {
      event.preventDefault()
      onUp()
      return
    }
    // During the composition of an input method, Enter ends the composition.
    const isComposing = event.nativeEvent.isComposing
    if (event.key !== 'Enter' || event.shiftKey || isTouch || isComposing) return
    event.preventDefault()
    onSend()
  }

  function takeFiles(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || onFiles === undefined) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    <TextareaAutosize
      ref={ref}
      className={styles.field}
      maxRows={5}
      maxLength={maxLength}
      value={value}
      placeholder={label}
      aria-label={label}
      readOnly={readOnly}
      {...(problemId !== undefined && { 'aria-invalid': true, 'aria-describedby': problemId })}
      {...(choices !== undefined && suggestionAriaAttributes(choices))}
      onChange={(event) => onChange(event.target.value)}
      onSelect={onSelect}
      onKeyDown={actOnKey}
      onPaste={takeFiles}
    />
  )
}
