import type { TicketView } from '@balcao/contract/tickets'
import { Smartphone, Unplug, User } from 'lucide-react'
import { useTexts } from '../../../lib/i18n/use-texts'
import { firstName, noQueueColour, shownTags, showsConnectionName, type Waiting } from '../ticket-facts'
import styles from './ticket-row.module.css'

interface RowChipsProps {
  readonly ticket: TicketView
  readonly waiting: Waiting | null
  readonly isNarrow: boolean
  readonly isDown: boolean
}

/** In px: what a row of 320 and of 360 leaves for its third line. */
const narrowRoom = 236
const wideRoom = 276

/** Queue, connection, person, tags: in this order, the last ones giving way first. */
export function RowChips({ ticket, waiting, isNarrow, isDown }: RowChipsProps) {
  const t = useTexts('tickets')
  const { queue, whatsapp, user } = ticket
  const showsName = showsConnectionName(ticket, waiting !== null)
  const tags = shownTags(ticket, waiting, isNarrow ? narrowRoom : wideRoom)
  const hidden = ticket.tags.slice(tags.length)
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
          data-down={isDown}
          title={
            isDown
              ? t('common:outage.of', { name: whatsapp.name })
              : t('byConnection', { name: whatsapp.name })
          }
        >
          {isDown ? (
            <Unplug size={12} strokeWidth={2} aria-hidden />
          ) : (
            <Smartphone size={12} strokeWidth={2} aria-hidden />
          )}
          {isDown && <span className="sr-only">{t('common:outage.short')}: </span>}
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
        <span key={tag.id} className={styles.chip} data-kind="tag" title={tag.name}>
          <i style={{ background: tag.color }} />
          <b>{tag.name}</b>
        </span>
      ))}
      {hidden.length > 0 && (
        <span className={styles.chip} data-kind="more" title={hidden.map(({ name }) => name).join(', ')}>
          +{hidden.length}
        </span>
      )}
    </div>
  )
}
