import type { TicketId } from '@balcao/domain/ids'
import { useTranslation } from 'react-i18next'
import { useTypists } from '../../lib/presence'
import styles from './message-log.module.css'

/** Below the messages: who writes or speaks just now. It keeps its place free, so that nothing jumps. */
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
