import { getTicketByUuid } from '@balcao/contract/tickets'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/call'
import { Avatar } from '../../ui/avatar'
import styles from './chats.module.css'

/** The card of a ticket whose address is in a message, fetched as the reader: without access only the address shows. */
export function TicketCard({ uuid }: { uuid: string }) {
  const { t } = useTranslation('chats')
  const { data: ticket } = useQuery({
    queryKey: ['chats', 'ticket', uuid],
    queryFn: ({ signal }) => call(getTicketByUuid, { params: { uuid } }, { signal }),
    retry: false,
  })
  if (ticket === undefined) return null
  const { contact, queue, status } = ticket
  return (
    <Link className={styles.card} to={`/tickets/${uuid}`}>
      <Avatar
        name={contact.name}
        seed={contact.id}
        picture={contact.profilePicUrl}
        isGroup={contact.isGroup}
        size={36}
      />
      <span className={styles.cardText}>
        <b>{contact.name}</b>
        <small>
          {t(`status.${status}`)}
          {queue !== null && ` · ${queue.name}`}
        </small>
      </span>
    </Link>
  )
}
