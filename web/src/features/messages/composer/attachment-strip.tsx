import { GripVertical, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatFileSize } from '../../../lib/file-size'
import { IconButton } from '../../../ui/icon-button'
import type { DraftAttachment } from '../drafts'
import styles from './composer.module.css'
import { UnsentFilePreview } from './file-preview'
import { useReorderByGrip } from './use-order'

interface AttachmentStripProps {
  readonly attachments: readonly DraftAttachment[]
  readonly onChange: (attachments: readonly DraftAttachment[]) => void
  readonly onRemove: (attachment: DraftAttachment) => void
}

/** The files of the next message. The composer's text is the caption of the first; others have a caption field. */
export function AttachmentStrip({ attachments, onChange, onRemove }: AttachmentStripProps) {
  const { t } = useTranslation('messages')
  const { list, dragged, grip } = useReorderByGrip(attachments, onChange)
  const count = attachments.length
  return (
    <ul ref={list} className={styles.strip} aria-label={t('attachments')}>
      {attachments.map((attachment, place) => (
        <li key={attachment.id} className={styles.attachment} data-dragged={attachment.id === dragged}>
          {count > 1 && (
            <IconButton
              className={styles.grip ?? ''}
              label={t('moveFile', { name: attachment.file.name, place: place + 1, count })}
              {...grip(place)}
            >
              <GripVertical size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          )}
          <UnsentFilePreview file={attachment.file} />
          <div className={styles.attachmentText}>
            <span className={styles.attachmentName}>
              {attachment.file.name} · {formatFileSize(attachment.file.size)}
            </span>
            {place === 0 && attachment.caption === '' ? (
              <span className={styles.attachmentHint}>{t('captionBelow')}</span>
            ) : (
              <input
                value={attachment.caption}
                placeholder={t('caption')}
                aria-label={t('captionOf', { name: attachment.file.name })}
                onChange={(event) =>
                  onChange(
                    attachments.map((one) =>
                      one.id === attachment.id ? { ...one, caption: event.target.value } : one,
                    ),
                  )
                }
              />
            )}
          </div>
          <IconButton
            label={t('removeFile', { name: attachment.file.name })}
            onClick={() => onRemove(attachment)}
          >
            <X size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
