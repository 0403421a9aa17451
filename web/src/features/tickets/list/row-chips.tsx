import type { TicketView } from '@balcao/contract/tickets'
import { Smartphone, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { firstName, noQueueColour, shownTags, showsConnectionName } from '../ticket-facts'
import styles from './ticket-row.module.css'

/** Queue, connection, person, tags: in this order, the last ones giving way first. */
export function RowChips({ ticket, isWaiting }: { ticket: TicketView; isWaiting: boolean }) {
  const { t } = useTranslation('tickets')
  const { queue, whatsapp, user } = ticket
  const showsName = showsConnectionName(ticket, isWaiting)
  const { tags, more } = shownTags(ticket)
  return (
    <div className={styles.chips}>
      <span className={styles.chip} data-kind="queue">
        <i style={{ background: queue?.color ?? noQueueColour }} />
        <b>{queue?.name ?? t('noQueueChip')}</b>
      </span>
      {whatsapp !== null && (
        <span
          className={styles.chip}
          data-kind={showsName ? 'connection' : 'icon'}
          title={t('byConnection', { name: whatsapp.name })}
        >
          <Smartphone size={12} strokeWidth={2} aria-hidden />
          {showsName ? <b>{whatsapp.name}</b> : <span className="sr-only">{whatsapp.name}</span>}
        </span>
      )}
      {user !== null && (
        <span className={styles.chip} data-kind="user" title={user.name}>
          <User size={12} strokeWidth={2} aria-hidden />
          <b>{firstName(user.name)}</b>
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag.id} className={styles.chip} data-kind="tag">
          <i style={{ background: tag.color }} />
          <b>{tag.name}</b>
        </span>
      ))}
      {more > 0 && (
        <span className={styles.chip} data-kind="more">
          +{more}
        </span>
      )}
    </div>
  )
}
