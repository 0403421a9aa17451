import type { TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { TicketViewRow } from './tickets.queries'

/** A ticket as the database builds it: the wire format, with a storage key in place of the picture's link. */
export type UnsignedTicket = Omit<TicketView, 'contact'> & {
  readonly contact: Omit<TicketView['contact'], 'profilePicUrl'> & { readonly pictureKey: string | null }
}

/** The wire format of a row. Lists get the same format from the database (`wire-ticket-sql.ts`). */
export function unsignedTicket(row: TicketViewRow): UnsignedTicket {
  return {
    id: row.id,
    uuid: row.uuid as UnsignedTicket['uuid'], // The cast is safe: the column has the type uuid.
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
    whatsapp:
      row.connection_id === null
        ? null
        : { id: row.connection_id, name: row.connection_name ?? '', provider: row.provider ?? '' },
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
    replyUntil: row.reply_until?.toISOString() ?? null,
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

/** A list of tickets as JSON parts from the database, which `buildTicketsJson` combines. */
export interface TicketsJsonParts {
  /**
   * A JSON array that `buildTicketsJson` completes: it has no `user`, `queue` and `whatsapp`; `tags` is the ticket's
   * own id, and the contact's picture is a storage key.
   */
  readonly tickets: string
  readonly users: readonly Named[]
  readonly queues: readonly Named[]
  readonly connections: readonly Named[]
  /** The tags of the tickets, in order of name. */
  readonly tags: readonly (Named & { readonly ticketId: TicketId })[]
}

interface Named {
  readonly id: number
  readonly name: string
}

/**
 * Replaces the ids in the JSON by objects, with a regular expression. No text of a ticket matches it, because JSON
 * escapes the quotes in a text.
 */
export function buildTicketsJson(written: TicketsJsonParts, links: MediaLinkSigner): string {
  const byId = (things: readonly Named[]) =>
    new Map(things.map((one) => [String(one.id), JSON.stringify(one)]))
  const [users, queues, connections] = [byId(written.users), byId(written.queues), byId(written.connections)]
  const tags = new Map<string, string>()
  for (const { ticketId, ...tag } of written.tags) {
    const before = tags.get(String(ticketId))
    tags.set(String(ticketId), (before === undefined ? '' : `${before},`) + JSON.stringify(tag))
  }
  return written.tickets.replace(
    places,
    (_, user: string, queue: string, connection: string, ticket?: string, picture?: string) => {
      if (ticket === undefined) {
        return `"profilePicUrl":${JSON.stringify(picture === undefined ? null : links.toFile(picture))}`
      }
      return (
        `"userId":${user},"user":${users.get(user) ?? 'null'},"queueId":${queue},"queue":${queues.get(queue) ?? 'null'},` +
        `"whatsappId":${connection},"whatsapp":${connections.get(connection) ?? 'null'},"tags":[${tags.get(ticket) ?? ''}]`
      )
    },
  )
}

/** Matches all four ids of a ticket at once, because four separate matches would take longer. */
const places =
  /"userId":(null|\d+),"queueId":(null|\d+),"whatsappId":(null|\d+),"tags":(\d+)|"pictureKey":(?:null|"([^"]*)")/g

/** The wire shape of a ticket, for answers and events. */
export function ticketView(ticket: UnsignedTicket, links: MediaLinkSigner): TicketView {
  const { pictureKey, ...contact } = ticket.contact
  const profilePicUrl = pictureKey === null ? null : links.toFile(pictureKey)
  return { ...ticket, contact: { ...contact, profilePicUrl } }
}
