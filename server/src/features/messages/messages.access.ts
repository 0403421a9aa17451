import type { MessageId } from '@balcao/domain/ids'
import { mayReadTicket } from '@balcao/domain/tickets'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { PersonWork } from '../../platform/work'
import { ticketToRead } from '../tickets/tickets.access'
import { ticketFactsOf } from '../tickets/tickets.read'
import { lockMessage, type MessageRow, messageById } from './messages.queries'
import { lockTicketsForMessages } from './outgoing/hold-tickets'

/** Locks the message until the transaction ends; refuses if this user may not read its ticket. */
export async function messageToChange(work: PersonWork, id: MessageId): Promise<MessageRow> {
  await lockTicketsForMessages(work, [id])
  const message = rowOrRefuse(await work.db.row(lockMessage, { messageId: id }), 'ERR_NO_MESSAGE_FOUND')
  await ticketToRead(work, message.ticket_id)
  return message
}

/** Refuses messages of customers, because only the company's own can be edited or deleted (MESSAGE-08). */
export async function ownMessageToChange(work: PersonWork, id: MessageId): Promise<MessageRow> {
  const message = await messageToChange(work, id)
  if (!message.from_me) throw refuse('ERR_NO_PERMISSION')
  return message
}

/** Refuses to quote a message that this user may not read, because the quote shows its text. */
export async function refuseUnreadableQuote(work: PersonWork, quotedId: MessageId | null): Promise<void> {
  if (quotedId === null) return
  const quoted = await work.db.row(messageById, { messageId: quotedId })
  if (quoted === null || !mayReadTicket(work.actor, await ticketFactsOf(work, quoted.ticket_id))) {
    throw refuse('ERR_NO_MESSAGE_FOUND')
  }
}
