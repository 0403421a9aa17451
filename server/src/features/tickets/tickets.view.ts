import type { TicketView } from '@balcao/contract/tickets'
import type { MediaLinks } from '../../platform/media-links'
import type { TicketViewRow } from './tickets.queries'

/**
 * A ticket as the database builds it: the wire's shape, with a key of the file store in place of the picture's link.
 */
export type UnsignedTicket = Omit<TicketView, 'contact'> & {
  readonly contact: Omit<TicketView['contact'], 'profilePicUrl'> & { readonly pictureKey: string | null }
}

/** The wire's shape of a row. Lists get the same from the database (`wire-ticket-sql.ts`). */
export function unsignedTicket(row: TicketViewRow): UnsignedTicket {
  return {
    id: row.id,
    uuid: row.uuid as UnsignedTicket['uuid'], // the column's type
    status: row.status,
    companyId: row.company_id,
    userId: row.user_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    queueId: row.queue_id,
    queue:
      row.queue_id === null
        ? null
        : { id: row.queue_id, name: row.queue_name ?? '', color: row.queue_color ?? '' },
    whatsappId: row.connection_id,
    whatsapp: row.connection_id === null ? null : { id: row.connection_id, name: row.connection_name ?? '' },
    contactId: row.contact_id,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      number: row.contact_number,
      email: row.contact_email,
      pictureKey: row.picture_key,
      isGroup: row.is_group,
      extraInfo: row.contact_extra_info,
    },
    tags: row.tags,
    lastMessage: row.last_message,
    lastMessageFromMe: row.last_message_from_me,
    lastMessageAck: row.last_message_ack,
    lastMessageFailed: row.last_message_failed,
    lastMessageAuthor: row.last_author,
    customerWords: row.customer_words,
    snoozedUntil: row.status === 'snoozed' ? (row.snoozed_until?.toISOString() ?? null) : null,
    waitingSince: row.waiting_since?.toISOString() ?? null,
    unreadMessages: row.unread,
    isGroup: row.is_group,
    chatbot: row.chatbot,
    useIntegration: row.use_integration,
    promptId: row.prompt_id as UnsignedTicket['promptId'], // the column holds only such ids
    integrationId: row.integration_id as UnsignedTicket['integrationId'],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.last_at.toISOString(),
    version: row.version,
  }
}

/**
 * Replaces the picture keys in JSON that the database wrote by links, without parsing it. The pattern matches no other
 * place: within a JSON string each quote has a backslash before it.
 */
export function signedTickets(json: string, links: MediaLinks): string {
  return json.replace(/"pictureKey":(?:null|"([^"]*)")/g, (_, key?: string) => {
    const link = key === undefined ? null : links.toFile(key)
    return `"profilePicUrl":${JSON.stringify(link)}`
  })
}

/** The wire shape of a ticket, for answers and events. */
export function ticketView(ticket: UnsignedTicket, links: MediaLinks): TicketView {
  const { pictureKey, ...contact } = ticket.contact
  const profilePicUrl = pictureKey === null ? null : links.toFile(pictureKey)
  return { ...ticket, contact: { ...contact, profilePicUrl } }
}
