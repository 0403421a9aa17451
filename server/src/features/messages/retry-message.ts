import type { MessageId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { connectionForNewTicket } from '../connections/connections.read'
import { handToOutTray, retryOutTray } from '../connections/hand-to-out-tray'
import { ticketForReception } from '../tickets/tickets.read'
import { holdTicketsOf } from './hold-tickets'
import { messageToChange } from './messages.access'
import { lockMessage, type MessageRow, sendOver, setFailure } from './messages.queries'
import { messageSettled } from './messages.reactions'
import type { UnsignedMessage } from './messages.view'
import { orderMediaFetch } from './order-media'
import { recordChanged } from './record-message'
import { saveMedia } from './settle-media'

/**
 * *Try again*: a message that could not be sent, under the id reserved for it, or a media that could not be had,
 * or is of long ago and was not fetched.
 */
export async function retryMessage(work: PersonWork, id: MessageId): Promise<UnsignedMessage> {
  const message = await messageToChange(work, id)
  if (message.failure !== null) return sendFailedAgain(work, message)
  const { media } = message
  if (media?.state !== 'failed' && media?.state !== 'not-fetched') throw refuse('ERR_TICKET_STATE')
  orderMediaFetch(work, id)
  return recordChanged(work, await saveMedia(work, id, { ...media, state: 'on-its-way' }, message.media_type))
}

/** The house tries again what failed. False when the message is gone, or did not fail. */
export async function retryByHouse(work: CompanyWork, id: MessageId): Promise<boolean> {
  await holdTicketsOf(work, [id])
  const message = await work.db.row(lockMessage, [id])
  if (message === null || message.failure === null || message.is_deleted) return false
  await sendFailedAgain(work, message)
  return true
}

/** A message that failed waits once more, under the id reserved for it. Its row is locked. */
async function sendFailedAgain(work: CompanyWork, message: MessageRow): Promise<UnsignedMessage> {
  const { id } = message
  if (!(await retryOutTray(work, id))) await sendAnew(work, message)
  const waiting = await work.db.one(setFailure, [id, null, work.now])
  await work.react(messageSettled, { messageId: id, failure: null })
  return recordChanged(work, waiting)
}

/** Its connection is gone, and the order with it: the ticket's present one, or the company's default, takes it. */
async function sendAnew(
  work: CompanyWork,
  { id, ticket_id, contact_id: contactId }: MessageRow,
): Promise<void> {
  const { connection_id } = await ticketForReception(work, ticket_id)
  const connectionId =
    connection_id ?? (await connectionForNewTicket(work, { requestedId: null, userDefaultId: null }))
  await work.db.run(sendOver, [[id], connectionId])
  await handToOutTray(work, { connectionId, contactId, kind: 'message', messageId: id })
}
