import type { TicketView } from '@balcao/contract/tickets'
import { AlarmClock, Smartphone, Unplug, User } from 'lucide-react'
import { type CompanyClock, useCompanyClock } from '../../../lib/company-clock'
import { useTexts } from '../../../lib/i18n/use-texts'
import { chooseVisibleTicketChips, firstNameOf, noQueueColour, type WaitingTime } from '../ticket-facts'
import styles from './ticket-row.module.css'

interface RowChipsProps {
  readonly ticket: TicketView
  readonly waiting: WaitingTime | null
  /** The width of the chips' line, in px. */
  readonly room: number
  readonly isDown: boolean
}

/** The chips of a row. A tooltip names the connection and the tags that do not fit. */
export function TicketRowChips({ ticket, waiting, room, isDown }: RowChipsProps) {
  const t = useTexts('tickets')
  const clock = useCompanyClock()
  const { queue, whatsapp, user, snoozedUntil } = ticket
  const { namesConnection, tags, hidden } = chooseVisibleTicketChips(ticket, waiting, room)
  const ConnectionIcon = isDown ? Unplug : Smartphone
  const connection = t(isDown ? 'common:outage.of' : 'byConnection', { name: whatsapp?.name })
  const folded = [
    ...(whatsapp !== null && !namesConnection ? [connection] : []),
    ...hidden.map(({ name }) => name),
  ]
  return (
    <div className={styles.chips} data-tip={folded.length > 0 ? folded.join(' · ') : undefined}>
      {ticket.status === 'snoozed' && (
        <span
          className={styles.chip}
          data-kind="snooze"
          title={snoozedUntil === null ? t('snooze.reply') : clock.shown(snoozedUntil)}
        >
          <AlarmClock size={12} strokeWidth={2} aria-hidden />
          <b>{snoozedUntil === null ? t('snooze.reply') : shortMoment(snoozedUntil, clock)}</b>
        </span>
      )}
      <span className={styles.chip} data-kind="queue">
        <i style={{ background: queue?.color ?? noQueueColour }} />
        <b>{queue?.name ?? t('noQueueChip')}</b>
      </span>
      {whatsapp !== null && (
        <span
          className={styles.chip}
          data-kind={namesConnection ? 'connection' : 'icon'}
          data-down={isDown}
          title={folded.length === 0 || isDown ? connection : undefined}
        >
          <ConnectionIcon size={12} strokeWidth={2} aria-hidden />
          {isDown && <span className="sr-only">{t('common:outage.short')}: </span>}
          {namesConnection ? <b>{whatsapp.name}</b> : <span className="sr-only">{whatsapp.name}</span>}
        </span>
      )}
      {user !== null && (
        <span className={styles.chip} data-kind="user" title={folded.length === 0 ? user.name : undefined}>
          <User size={12} strokeWidth={2} aria-hidden />
          <b>{firstNameOf(user.name)}</b>
        </span>
      )}
      {tags.map((tag) => (
        <span
          key={tag.id}
          className={styles.chip}
          data-kind="tag"
          title={folded.length === 0 ? tag.name : undefined}
        >
          <i style={{ background: tag.color }} />
          <b>{tag.name}</b>
        </span>
      ))}
      {hidden.length > 0 && (
        <span className={styles.chip} data-kind="more">
          <span aria-hidden>+{hidden.length}</span>
          <span className="sr-only">{hidden.map(({ name }) => name).join(', ')}</span>
        </span>
      )}
    </div>
  )
}

/** A time as `27/11 09:00`, because a chip has no room for the year. */
function shortMoment(moment: string, clock: CompanyClock): string {
  const [, month, day] = clock.dayOf(moment).split('-')
  return `${day}/${month} ${clock.timeOf(moment)}`
}
