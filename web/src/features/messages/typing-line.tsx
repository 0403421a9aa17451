import type { TicketId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { useTypists } from '../../lib/presence'
import styles from './message-log.module.css'

/** Below the messages: the names of those who type or record. Its space is reserved, so that nothing moves. */
export function TypingLine({ ticketId }: { ticketId: TicketId }) {
  const { t } = useTranslation('messages')
  const typists = useTypists(ticketId)
  return (
    <p className={styles.typing} role="status">
      {typists.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {typists.map(({ name, doing }) => t(`doing.${doing}`, { name })).join(' · ')}
        </>
      )}
    </p>
  )
}
