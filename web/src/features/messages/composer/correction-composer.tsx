import type { MessageView } from '@balcao/contract/messages'
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icon-button'
import { MessageField } from '../../../ui/message-field'
import fieldStyles from '../../../ui/message-field.module.css'
import { useEditMessage } from '../api/messages'
import { QuotedMessage } from '../bubble/quote'
import { splitSignature } from '../outgoing'
import styles from './composer.module.css'
import { SendButton } from './composer-parts'

interface CorrectionComposerProps {
  readonly message: MessageView
  readonly takeIn: (message: MessageView) => void
  readonly onClose: () => void
}

/** Edits one of our messages. The signature stays unchanged. Escape cancels, Enter saves. */
export function MessageEditComposer({ message, takeIn, onClose }: CorrectionComposerProps) {
  const { t } = useTranslation('messages')
  const field = useRef<HTMLTextAreaElement>(null)
  const [signature, before] = splitSignature(message.body, message.user?.name)
  const [words, setWords] = useState(before)
  const edit = useEditMessage(takeIn)
  const isSame = words.trim() === before.trim()
  const canSave = words.trim() !== '' && !edit.isPending

  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(before.length, before.length)
  }, [before])

  async function save(): Promise<void> {
    if (!canSave) return
    if (isSame) return onClose()
    try {
      await edit.mutateAsync({ message, body: signature + words.trim() })
      onClose()
    } catch {
      field.current?.focus() // The mutation has shown the error. The text stays, so that the user can try again.
    }
  }
  function giveUp(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles only Escape from the controls inside
    <div className={styles.composer} onKeyDown={giveUp}>
      <div className={`${fieldStyles.box} ${styles.box}`} data-correcting>
        <div className={styles.reply}>
          <div className={styles.correcting}>
            <b>{t('correcting')}</b>
            <QuotedMessage quoted={message} />
          </div>
          <IconButton label={t('giveUpCorrection')} onClick={onClose}>
            <X size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </div>
        <div className={fieldStyles.line}>
          <MessageField
            ref={field}
            value={words}
            label={t('correctedText')}
            onChange={setWords}
            onSend={() => void save()}
          />
          <SendButton label={t('saveCorrection')} disabled={!canSave} onClick={() => void save()}>
            <Check size={20} strokeWidth={2} aria-hidden />
          </SendButton>
        </div>
      </div>
    </div>
  )
}
