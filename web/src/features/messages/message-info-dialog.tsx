import type { MessageView } from '@balcao/contract/messages'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { AppDialog } from '../../ui/dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useMessageInfo } from './api/message-info'
import { useWordsOf } from './bubble/quote'
import styles from './message-info.module.css'

interface MessageInfoDialogProps {
  readonly message: MessageView
  readonly onClose: () => void
}

/** When a message of ours was sent, delivered, read and played, and who wrote it. */
export function MessageInfoDialog({ message, onClose }: MessageInfoDialogProps) {
  const { t } = useTranslation('messages')
  const { data: info, error, refetch } = useMessageInfo(message.id, message.ack)
  const words = useWordsOf(message)
  const isSound = message.mediaType === 'audio'
  const steps = info && [
    { key: 'written', at: info.createdAt },
    { key: 'sent', at: info.sentAt },
    { key: 'delivered', at: info.deliveredAt },
    { key: 'read', at: info.readAt },
    ...(isSound ? [{ key: 'played', at: info.playedAt }] : []),
  ]
  return (
    <AppDialog title={t('info.title')} open onClose={onClose} width={400}>
      <p className={styles.words}>{words}</p>
      {error !== null && info === undefined && (
        <ErrorState title={t('info.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {info === undefined && error === null && <SkeletonRows rows={4} height={28} />}
      {info !== undefined && (
        <>
          <dl className={styles.steps}>
            {steps?.map(({ key, at }) => (
              <div key={key}>
                <dt>{t(`info.${key}`)}</dt>
                <dd>{at === null ? t('info.notYet') : <time dateTime={at}>{dateAndTime(at)}</time>}</dd>
              </div>
            ))}
            <div>
              <dt>{t('info.by')}</dt>
              <dd>{info.sentBy?.name ?? t(message.isAutomatic ? 'automatic' : 'info.byNobody')}</dd>
            </div>
          </dl>
          {info.isGroup && <p className={styles.note}>{t('info.group')}</p>}
        </>
      )}
    </AppDialog>
  )
}
