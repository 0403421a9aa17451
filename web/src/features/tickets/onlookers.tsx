import type { TicketId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { useOnlookers } from '../../lib/presence'
import { Avatar } from '../../ui/avatar'
import styles from './ticket-area.module.css'

/** The number that fits into the head. */
const most = 3

/** Shows the colleagues who have this conversation open, so that two do not answer at once. */
export function Onlookers({ ticketId }: { ticketId: TicketId }) {
  const { t } = useTranslation('tickets')
  const onlookers = useOnlookers(ticketId)
  if (onlookers.length === 0) return null
  const names = t('alsoLooking', { names: onlookers.map(({ name }) => name).join(', ') })
  return (
    <span className={styles.onlookers} role="img" aria-label={names} title={names}>
      {onlookers.slice(0, most).map(({ id, name }) => (
        <Avatar key={id} name={name} seed={id} size={24} />
      ))}
      {onlookers.length > most && <b>+{onlookers.length - most}</b>}
    </span>
  )
}
