import type { MessageId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import { ticketToRead } from '../tickets/tickets.access'
import { lockMessage, type MessageRow } from './messages.queries'

/** The message, locked until the act ends, if this person may read its ticket. */
export async function messageToChange(work: PersonWork, id: MessageId): Promise<MessageRow> {
  const message = await work.db.row(lockMessage, [id])
  if (message === null) throw refuse('ERR_NO_MESSAGE_FOUND')
  await ticketToRead(work, message.ticket_id)
  return message
}

/** One of our own messages, for whoever may read its ticket: only these can be deleted (MESSAGE-08). */
export async function ownMessageToChange(work: PersonWork, id: MessageId): Promise<MessageRow> {
  const message = await messageToChange(work, id)
  if (!message.from_me) throw refuse('ERR_NO_PERMISSION')
  return message
}
