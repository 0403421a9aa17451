import type { getMessageInfo, MessageView } from '@balcao/contract/messages'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { dateAndTime } from '../../lib/dates'
import { formatMoney } from '../../lib/money'
import { AppDialog } from '../../ui/dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useMessageInfo } from './api/messages'
import { usePreviewTextOf } from './bubble/quote'
import styles from './message-info.module.css'
import { displayedMessageOriginOf } from './message-kind'

interface MessageInfoDialogProps {
  readonly message: MessageView
  /** The highest ack that the provider reports; steps above it are not shown. */
  readonly receipts: number
  readonly onClose: () => void
}

export function MessageInfoDialog({ message, receipts, onClose }: MessageInfoDialogProps) {
  const { t } = useTranslation('messages')
  const { data: info, error, refetch } = useMessageInfo(message.id, message.ack)
  const words = usePreviewTextOf(message)
  const origin = displayedMessageOriginOf(message)
  const isSound = message.mediaType === 'audio'
  const steps = info && [
    { key: 'written', at: info.createdAt, ack: 0 },
    { key: 'sent', at: info.sentAt, ack: 1 },
    { key: 'delivered', at: info.deliveredAt, ack: 2 },
    { key: 'read', at: info.readAt, ack: 3 },
    ...(isSound ? [{ key: 'played', at: info.playedAt, ack: 4 }] : []),
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
            {steps?.map(
              ({ key, at, ack }) =>
                ack <= receipts && (
                  <div key={key}>
                    <dt>{t(`info.${key}`)}</dt>
                    <dd>
                      {at !== null && <time dateTime={at}>{dateAndTime(at)}</time>}
                      {/* Messages older than the stored times have only their ticks. */}
                      {at === null && t(message.ack >= ack ? 'info.noTime' : 'info.notYet')}
                    </dd>
                  </div>
                ),
            )}
            <div>
              <dt>{t('info.by')}</dt>
              <dd>{info.sentBy?.name ?? t(origin === null ? 'info.byNobody' : `origins.${origin}`)}</dd>
            </div>
          </dl>
          {info.charge !== undefined && <Charge charge={info.charge} />}
          {info.isGroup && <p className={styles.note}>{t('info.group')}</p>}
        </>
      )}
    </AppDialog>
  )
}

type ChargeView = NonNullable<z.output<typeof getMessageInfo.answer>['charge']>

function Charge({ charge: { category, isBilled, cost } }: { charge: ChargeView }) {
  const { t, i18n } = useTranslation('messages')
  const words = { category: t(`info.categories.${category}`, { defaultValue: category }) }
  return (
    <p className={styles.note}>
      {!isBilled
        ? t('info.free', words)
        : cost === null
          ? t('info.unpriced', words)
          : t('info.billed', { ...words, cost: formatMoney(cost, i18n.language) })}
    </p>
  )
}
