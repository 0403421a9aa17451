import type { TicketEventView } from '@balcao/contract/ticket-events'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime, timeOrDateAndTime } from '../../lib/dates'
import styles from './message-log.module.css'

/** If a ticket has more consecutive events than this, only the newest shows until a click. */
const mostUnfolded = 2

/** Consecutive events of a ticket as muted lines. Only the newest of many lines shows until a click. */
export function TicketEventLines({ events }: { events: readonly TicketEventView[] }) {
  const { t } = useTranslation('tickets')
  const [isUnfolded, setUnfolded] = useState(false)
  const isFolded = events.length > mostUnfolded && !isUnfolded
  const shown = isFolded ? events.slice(-1) : events
  return (
    <div className={styles.events} data-log-stop={isFolded || undefined}>
      {isFolded && (
        <button type="button" className={styles.unfold} onClick={() => setUnfolded(true)}>
          {t('history.earlier', { count: events.length - 1 })}
          <ChevronDown size={14} strokeWidth={2} aria-hidden />
        </button>
      )}
      {shown.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </div>
  )
}

function EventLine({ event }: { event: TicketEventView }) {
  const words = useEventWords(event)

  return (
    <p>
      {words} ·{' '}
      <time dateTime={event.at} title={dateAndTime(event.at)}>
        {timeOrDateAndTime(event.at, Date.now())}
      </time>
    </p>
  )
}

function useEventWords({ kind, by, user, queue, connection, rating, unsent }: TicketEventView): string {
  const { t } = useTranslation('tickets')
  const who = by === null ? {} : { who: by.name, context: 'by' }
  const to = [user?.name, queue?.name, connection?.name].filter(Boolean).join(' · ')
  switch (kind) {
    case 'queued':
    case 'returned':
      if (queue === null) return t(`history.${kind}Nowhere`, who)
      return t(`history.${kind}`, { ...who, queue: queue.name })
    case 'transferred':
      if (by !== null && by.id === user?.id) return t('history.tookOver', { who: by.name })
      return t('history.transferred', { ...who, to: to === '' ? t('history.noQueue') : to })
    case 'accepted':
      return t('history.accepted', { who: by?.name ?? user?.name ?? '' })
    case 'rated':
      return t('history.rated', { rating: t(`history.ratings.${rating === 1 || rating === 2 ? rating : 3}`) })
    case 'unsent':
      return t('history.unsent', { text: t(`history.unsentTexts.${unsent ?? 'bot'}`) })
    default:
      return t(`history.${kind}`, who)
  }
}
