import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { addToOutbox, retryOutbox } from '../connections/add-to-outbox'
import { connectionForNewTicket } from '../connections/connections.read'
import { ticketForReception } from '../tickets/tickets.read'
import { holdTicketsOf } from './hold-tickets'
import { messageToChange } from './messages.access'
import { messageSettled } from './messages.hooks'
import { lockMessage, type MessageRow, sendOver, setFailure } from './messages.queries'
import type { UnsignedMessage } from './messages.view'
import { orderMediaFetch } from './order-media'
import { recordChanged } from './record-message'
import { bulkPriority } from './send-message'
import { saveMedia } from './settle-media'

/**
 * *Try again*: a message that could not be sent, under the id reserved for it, or a media that could not be had,
 * or is of long ago and was not fetched. One that WhatsApp cannot be asked for any more is refused (ERR_FETCH_WAPP_MSG).
 */
export async function retryMessage(work: PersonWork, id: MessageId): Promise<UnsignedMessage> {
  const message = await messageToChange(work, id)
  if (message.is_deleted) throw refuse('ERR_TICKET_STATE')
  if (message.failure !== null) return sendFailedAgain(work, message)
  const { media } = message
  if (media === null || media.state === 'ready' || media.state === 'on-its-way')
    throw refuse('ERR_TICKET_STATE')
  // Nothing leads to it any more: a fetch would find no place, and the message would say for ever that it is on its way.
  if (message.sealed_media_reference === null) throw refuse('ERR_FETCH_WAPP_MSG')
  orderMediaFetch(work, id)
  return recordChanged(work, await saveMedia(work, id, { ...media, state: 'on-its-way' }, message.media_type))
}

/**
 * The server tries again what failed of its own, over this connection, from where its ticks will come; behind answers, as
 * before. False when the message is gone, or did not fail.
 */
export async function retryBulk(work: CompanyWork, id: MessageId, over: ConnectionId): Promise<boolean> {
  await holdTicketsOf(work, [id])
  const message = await work.db.row(lockMessage, [id])
  if (message === null || message.failure === null || message.is_deleted) return false
  await work.db.run(sendOver, [[id], over])
  if (!(await retryOutbox(work, id, over))) {
    await addToOutbox(work, { ...orderOf(message, over), priority: bulkPriority })
  }
  await waitsAgain(work, id)
  return true
}

/** Sends a message of the system again that failed. False when it is gone or deleted, or did not fail: another retry came first. */
export async function retryFailedMessage(work: CompanyWork, id: MessageId): Promise<boolean> {
  await holdTicketsOf(work, [id])
  const message = await work.db.row(lockMessage, [id])
  if (message === null || message.failure === null || message.is_deleted) return false
  await sendFailedAgain(work, message)
  return true
}

/** A message that failed waits once more, under the id reserved for it. Its row is locked. */
async function sendFailedAgain(work: CompanyWork, message: MessageRow): Promise<UnsignedMessage> {
  if (!(await retryOutbox(work, message.id))) await sendAnew(work, message)
  return waitsAgain(work, message.id)
}

async function waitsAgain(work: CompanyWork, id: MessageId): Promise<UnsignedMessage> {
  const waiting = await work.db.one(setFailure, [id, null, work.now])
  await work.runHook(messageSettled, { messageId: id, failure: null })
  return recordChanged(work, waiting)
}

/** Its connection is gone, and the order with it: the ticket's present one, or the company's default, takes it. */
async function sendAnew(work: CompanyWork, message: MessageRow): Promise<void> {
  const { connection_id } = await ticketForReception(work, message.ticket_id)
  const connectionId =
    connection_id ?? (await connectionForNewTicket(work, { requestedId: null, userDefaultId: null }))
  await work.db.run(sendOver, [[message.id], connectionId])
  await addToOutbox(work, orderOf(message, connectionId))
}

function orderOf({ id, contact_id: contactId }: MessageRow, connectionId: ConnectionId) {
  return { connectionId, contactId, kind: 'message', messageId: id } as const
}
