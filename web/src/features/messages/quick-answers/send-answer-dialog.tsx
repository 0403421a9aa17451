import type { QuickMessageView } from '@balcao/contract/quick-messages'
import { limits } from '@balcao/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { TextField } from '../../../ui/text-field'
import { showError } from '../../../ui/toasts'
import { mediaFileQuery } from '../api/media'
import { QuickAnswerMedia } from './answer-media'
import styles from './quick-answers.module.css'

interface SendAnswerDialogProps {
  readonly answer: QuickMessageView
  readonly caption: string
  readonly onSend: (file: File, caption: string) => void
  readonly onClose: () => void
}

/** Confirms and sends the file of an answer (CONVO-12), like an attachment. */
export function SendQuickAnswerDialog({ answer, caption, onSend, onClose }: SendAnswerDialogProps) {
  const { t } = useTranslation('messages')
  const queries = useQueryClient()
  const [text, setText] = useState(caption)
  const name = answer.mediaName ?? answer.shortcode

  async function send(): Promise<void> {
    try {
      const blob = await queries.fetchQuery(mediaFileQuery(answer.mediaPath ?? ''))
      onSend(new File([blob], name, { type: answer.mimetype ?? blob.type }), text)
    } catch (error) {
      showError(error)
      throw error // A rejected confirmation keeps the dialog open, so that the user can try again.
    }
  }

  return (
    <ConfirmDialog
      title={t('quick.sendTitle', { name })}
      confirm={t('send')}
      onConfirm={send}
      onClose={onClose}
    >
      <div className={styles.sending}>
        <QuickAnswerMedia answer={answer} />
        <TextField
          label={t('caption')}
          multiline
          maxRows={5}
          value={text}
          maxLength={limits.messageText.max}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    </ConfirmDialog>
  )
}
