import TextareaAutosize from '@mui/material/TextareaAutosize'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { ClipboardEvent, KeyboardEvent, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './composer.module.css'

interface MessageFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>
  readonly value: string
  /** Files are attached: the text goes with the first of them. */
  readonly isCaption: boolean
  readonly onChange: (value: string) => void
  readonly onSend: () => void
  readonly onFiles: (files: readonly File[]) => void
}

/** At most 5 rows. Enter sends, Shift+Enter breaks the line; on touch Enter breaks it (CONVO-10). */
export function MessageField({ ref, value, isCaption, onChange, onSend, onFiles }: MessageFieldProps) {
  const { t } = useTranslation('messages')
  const isTouch = useMediaQuery('(pointer: coarse)', { noSsr: true })

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isComposing = event.nativeEvent.isComposing // Enter then ends the writing of an accent or sign
    if (event.key !== 'Enter' || event.shiftKey || isTouch || isComposing) return
    event.preventDefault()
    onSend()
  }

  function takeFiles(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  const words = isCaption ? t('caption') : t('write')
  return (
    <TextareaAutosize
      ref={ref}
      className={styles.field}
      maxRows={5}
      value={value}
      placeholder={words}
      aria-label={words}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={sendOnEnter}
      onPaste={takeFiles}
    />
  )
}
