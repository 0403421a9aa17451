import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import { isReservedMessageId } from '@balcao/domain/reserved-id'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { addToOutbox, retryOutboxItem } from '../../connections/add-to-outbox'
import { connectionForNewTicket } from '../../connections/connections.read'
import { loadTicketRow } from '../../tickets/tickets.read'
import { saveMediaOfMessage } from '../media/fetched-media'
import { enqueueMediaFetch } from '../media/order-media'
import { messageToChange } from '../messages.access'
import { messageFailureChanged } from '../messages.hooks'
import {
  lockMessage,
  type MessageRow,
  moveMessagesToConnection,
  replaceWhatsappId,
  setMessageFailure,
} from '../messages.queries'
import type { UnsignedMessage } from '../messages.view'
import { recordMessageChange } from '../record-message'
import { lockTicketsForMessages } from './hold-tickets'
import { reserveWhatsappId } from './reserve-id'
import { campaignMessagePriority } from './send-message'

/** *Try again*: sends a failed message or fetches a media. ERR_FETCH_WAPP_MSG: WhatsApp no longer has the media. */
export async function retryMessage(work: PersonWork, id: MessageId): Promise<UnsignedMessage> {
  const message = await messageToChange(work, id)
  if (message.is_deleted) throw refuse('ERR_TICKET_STATE')
  if (message.failure !== null) return sendFailedAgain(work, message)
  const { media } = message
  if (media === null || media.state === 'ready' || media.state === 'on-its-way')
    throw refuse('ERR_TICKET_STATE')
  // Without a reference a fetch has no address, and the media would stay pending for ever.
  if (message.sealed_media_reference === null) throw refuse('ERR_FETCH_WAPP_MSG')
  enqueueMediaFetch(work, id)
  const awaited = { ...media, state: 'on-its-way' as const }
  return recordMessageChange(work, await saveMediaOfMessage(work, id, awaited, message.media_type))
}

/** Retries a message over this connection, with a campaign's low priority. False: it is deleted or did not fail. */
export async function retryCampaignMessage(
  work: CompanyWork,
  id: MessageId,
  over: ConnectionId,
): Promise<boolean> {
  await lockTicketsForMessages(work, [id])
  const message = await work.db.row(lockMessage, { messageId: id })
  if (message === null || message.failure === null || message.is_deleted) return false
  await renewGivenId(work, message)
  await work.db.run(moveMessagesToConnection, { messageIds: [id], connectionId: over })
  if (!(await retryOutboxItem(work, id, over))) {
    addToOutbox(work, { ...orderOf(message, over), priority: campaignMessagePriority })
  }
  await waitsAgain(work, id)
  return true
}

/** Sends a failed message again. False: it is deleted or did not fail, for example because another retry was first. */
export async function retryFailedMessage(work: CompanyWork, id: MessageId): Promise<boolean> {
  await lockTicketsForMessages(work, [id])
  const message = await work.db.row(lockMessage, { messageId: id })
  if (message === null || message.failure === null || message.is_deleted) return false
  await sendFailedAgain(work, message)
  return true
}

/** Gives a message a new reserved id if it failed under an id of the provider, which cannot be used again. */
async function renewGivenId(work: CompanyWork, { id, whatsapp_id: whatsappId }: MessageRow): Promise<void> {
  if (!isReservedMessageId(whatsappId ?? ''))
    await work.db.run(replaceWhatsappId, { messageId: id, whatsappId: reserveWhatsappId(work) })
}

/** Queues a failed message again under its reserved id. Its row is locked. */
async function sendFailedAgain(work: CompanyWork, message: MessageRow): Promise<UnsignedMessage> {
  await renewGivenId(work, message)
  if (!(await retryOutboxItem(work, message.id))) await sendAnew(work, message)
  return waitsAgain(work, message.id)
}

async function waitsAgain(work: CompanyWork, id: MessageId): Promise<UnsignedMessage> {
  const waiting = await work.db.one(setMessageFailure, { messageId: id, failure: null, at: work.now })
  await work.runHook(messageFailureChanged, { messageId: id, failure: null })
  return recordMessageChange(work, waiting)
}

/** The outbox item was deleted with its connection: sends over the ticket's connection, else the company's default. */
async function sendAnew(work: CompanyWork, message: MessageRow): Promise<void> {
  const { connection_id } = await loadTicketRow(work, message.ticket_id)
  const connectionId =
    connection_id ?? (await connectionForNewTicket(work, { requestedId: null, userDefaultId: null }))
  await work.db.run(moveMessagesToConnection, { messageIds: [message.id], connectionId })
  addToOutbox(work, orderOf(message, connectionId))
}

function orderOf({ id, contact_id: contactId }: MessageRow, connectionId: ConnectionId) {
  return { connectionId, contactId, kind: 'message', messageId: id } as const
}
