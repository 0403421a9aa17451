import type { ConnectionId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception'
import type { HeardMessage } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import type { ContactRow } from '../contacts/contacts.queries'
import { recogniseContact } from '../contacts/recognise-contact'
import { replacePlaceholder } from '../messages/replace-placeholder'
import { isStored, storeIncoming } from '../messages/store-incoming'
import { settingOf } from '../settings/settings.read'
import { assignQueue } from '../tickets/assign-queue'
import { findOrOpenTicket } from '../tickets/find-or-open-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { ticketForHandset } from '../tickets/tickets.read'

interface Incoming {
  readonly connectionId: ConnectionId
  readonly heard: HeardMessage
}

/**
 * Takes in one message (MESSAGE-09). Whether it is a repeat is asked before a ticket is opened: a second delivery of a
 * message whose ticket was resolved long ago must not open another.
 */
export async function receiveMessage(
  work: CompanyWork,
  dataKeys: DataKeys,
  incoming: Incoming,
): Promise<void> {
  const { connectionId, heard } = incoming
  if (heard.chat.kind === 'group' && (await settingOf(work, 'CheckMsgIsGroup')) === 'enabled') return
  const { contact, author } = await recogniseWriters(work, heard)
  if (await isStored(work, { contact, author, heard }))
    return replacePlaceholder(work, dataKeys, { contact, author, heard })

  const { ticket, isNew } = await ticketFor(work, contact, incoming)
  await route(work, ticket, isNew, connectionId)
  await storeIncoming(work, dataKeys, { ticket, contact, author, connectionId, heard })
}

/** Whose conversation it is, and within a group who wrote. A group's name is not its writer's. */
async function recogniseWriters(
  work: CompanyWork,
  { chat, author, pushName }: HeardMessage,
): Promise<{ contact: ContactRow; author: ContactRow | null }> {
  const contact = await recogniseContact(work, { chat, pushName: chat.kind === 'group' ? null : pushName })
  return {
    contact,
    author: author === null ? null : await recogniseContact(work, { chat: author, pushName }),
  }
}

/**
 * A customer's message lands in the live ticket or opens one. What the owner typed on the handset continues the latest
 * conversation without reopening it: nobody asks for anything. Only where there is none, one opens.
 */
async function ticketFor(
  work: CompanyWork,
  contact: ContactRow,
  { connectionId, heard }: Incoming,
): Promise<{ ticket: TicketRow; isNew: boolean }> {
  const latest = heard.fromMe ? await ticketForHandset(work, contact.id) : null
  return latest === null
    ? findOrOpenTicket(work, { contact, connectionId })
    : { ticket: latest, isNew: false }
}

/** Before the message is stored, so that the people of the queue are told of the message too, not of its ticket alone. */
async function route(
  work: CompanyWork,
  ticket: TicketRow,
  ticketIsNew: boolean,
  connectionId: ConnectionId,
): Promise<void> {
  const decisions = decideReception({
    ticketIsNew,
    ticketQueueId: ticket.queue_id,
    isGroup: ticket.is_group,
    connectionQueueIds: ticketIsNew ? await queuesOfConnection(work, connectionId) : [],
  })
  for (const { queueId } of decisions) await assignQueue(work, ticket.id, queueId)
}
