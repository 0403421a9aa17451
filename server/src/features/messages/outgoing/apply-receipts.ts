import { countryOfRecipient } from '@balcao/domain/calling-codes'
import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import { messageErrorForMetaCode } from '@balcao/domain/official-numbers'
import type { InboundDeletion } from '@balcao/whatsapp/gateway'
import { queueFileRemoval } from '../../../platform/files/remove-files'
import type { CompanyWork } from '../../../platform/work'
import { acknowledgeOutboxItems, failOutboxItem } from '../../connections/add-to-outbox'
import { forgetUploadedMediaIds } from '../../connections/session-keys'
import { writerAddresses } from '../changes/apply-edit'
import { applyAckOfMessageChanges } from '../changes/change-outcomes'
import { saveInboundDeletion } from '../changes/inbound-changes.queries'
import {
  lockMessagesOfChat,
  lockMessagesOfReceipts,
  type ReceiptOfConnection,
} from '../incoming/messages-of-chat'
import { fileKeysOfMedia } from '../media/media-facts'
import { messageFailureChanged, systemMessagesAcknowledged } from '../messages.hooks'
import { raiseAcks, saveMessageCharges, saveProviderIds, setMessageFailure } from '../messages.queries'
import { recordMessageChange, recordMessageChanges } from '../record-message'
import { lockTicketsForMessages } from './hold-tickets'

/** Applies WhatsApp's acks and refusals to our messages: first the greatest ack of each message, then the refusals. */
export async function applyReceipts(work: CompanyWork, ticks: readonly ReceiptOfConnection[]): Promise<void> {
  if (ticks.length === 0) return
  const named = await lockMessagesOfReceipts(work, ticks)
  const greatest = new Map<MessageId, Ack>()
  for (const [at, tick] of ticks.entries()) {
    const ours = named[at] ?? []
    const { ids, ack, refusedWith, givenId } = tick.inbound
    // Ids without a message may be of our edits, deletions or reactions. A receipt with `givenId`, the provider's id,
    // names one message by two ids.
    if (ours.length < (givenId === undefined ? ids.length : 1)) await applyAckOfMessageChanges(work, tick)
    if (refusedWith !== null) continue
    // The cast is safe, because both values are acks.
    for (const id of ours) greatest.set(id, Math.max(ack, greatest.get(id) ?? 0) as Ack)
  }
  await raise(work, greatest)
  await learnFromProvider(work, ticks, named)
  const failed = ticks.flatMap(({ connectionId, inbound: { refusedWith } }, at) =>
    refusedWith === null
      ? []
      : {
          connectionId,
          messageIds: named[at] ?? [],
          failure: messageErrorForMetaCode(refusedWith) ?? 'ERR_SENDING_WAPP_MSG',
        },
  )
  for (const { messageIds, failure } of failed)
    for (const id of messageIds) await failMessage(work, id, failure)
  // Meta does not report which file it refused, so all cached uploads of the connection are deleted.
  const refusing = failed.filter(({ failure }) => failure === 'ERR_WAPP_MSG_MEDIA')
  await forgetUploadedMediaIds(work, [...new Set(refusing.map(({ connectionId }) => connectionId))])
}

/** Stores the ids that the provider gave our messages, and what it charges for them. */
async function learnFromProvider(
  work: CompanyWork,
  ticks: readonly ReceiptOfConnection[],
  named: readonly (readonly MessageId[])[],
): Promise<void> {
  const learnt = ticks.flatMap(({ connectionId, inbound: { chat, givenId, charge } }, at) =>
    (named[at] ?? []).map((messageId) => ({ messageId, connectionId, chat, givenId, charge })),
  )
  const given = new Map(learnt.flatMap(({ messageId, givenId }) => (givenId ? [[messageId, givenId]] : [])))
  if (given.size > 0)
    await work.db.run(saveProviderIds, { messageIds: [...given.keys()], whatsappIds: [...given.values()] })
  const charged = new Map(learnt.flatMap((one) => (one.charge ? [[one.messageId, one] as const] : [])))
  if (charged.size === 0) return
  const charges = [...charged.values()]
  await work.db.run(saveMessageCharges, {
    messageIds: charges.map(({ messageId }) => messageId),
    connectionIds: charges.map(({ connectionId }) => connectionId),
    categories: charges.map(({ charge }) => charge?.category ?? ''),
    areBilled: charges.map(({ charge }) => charge?.isBilled ?? false),
    countries: charges.map(({ chat }) =>
      chat.kind === 'group' ? null : countryOfRecipient(chat.phone, chat.userId ?? null),
    ),
    at: work.now,
  })
}

async function raise(work: CompanyWork, acks: ReadonlyMap<MessageId, Ack>): Promise<void> {
  if (acks.size === 0) return
  const messageIds = [...acks.keys()]
  const [, raised] = await Promise.all([
    acknowledgeOutboxItems(work, messageIds),
    work.db.rows(raiseAcks, { messageIds, acks: [...acks.values()], at: work.now }),
  ])
  await recordMessageChanges(work, raised, 'ack')
  const bySystem = raised.filter(({ client_id }) => client_id === null)
  for (const ack of new Set(bySystem.map((message) => message.ack)))
    await work.runHook(systemMessagesAcknowledged, {
      ack,
      messageIds: bySystem.flatMap((message) => (message.ack === ack ? message.id : [])),
    })
}

/** Fails a message of which no status arrived in time, unless WhatsApp has accepted it meanwhile. */
export async function failMessageWithoutStatus(work: CompanyWork, messageId: MessageId): Promise<void> {
  await lockTicketsForMessages(work, [messageId])
  if (await failOutboxItem(work, messageId)) await noteFailure(work, messageId, 'ERR_WAPP_MSG_UNCLEAR')
}

/** Fails a message permanently: the page shows the reason and offers *try again*. */
export async function failMessage(work: CompanyWork, messageId: MessageId, code: string): Promise<void> {
  await lockTicketsForMessages(work, [messageId])
  await failOutboxItem(work, messageId)
  await noteFailure(work, messageId, code)
}

async function noteFailure(work: CompanyWork, messageId: MessageId, code: string): Promise<void> {
  const failed = await work.db.row(setMessageFailure, { messageId, failure: code, at: work.now })
  if (failed === null) return
  await recordMessageChange(work, failed, 'failed')
  await work.runHook(messageFailureChanged, { messageId, failure: code })
}

/** The writer deleted the message for everybody, perhaps on the linked phone. `absent`: the message is not stored. */
export async function applyInboundDeletion(
  work: CompanyWork,
  { connectionId, inbound }: { connectionId: ConnectionId; inbound: InboundDeletion },
): Promise<'here' | 'absent'> {
  const { chat, id, fromMe } = inbound
  const writer = writerAddresses(inbound)
  const named = await lockMessagesOfChat(work, { connectionId, chat, ids: [id], fromMe })
  for (const messageId of named) {
    const deleted = await work.db.row(saveInboundDeletion, {
      messageId,
      writerKinds: writer.kinds,
      writerValues: writer.values,
      at: work.now,
    })
    if (deleted === null) continue
    queueFileRemoval(work, fileKeysOfMedia(deleted.media))
    await recordMessageChange(work, deleted, 'deleted')
  }
  return named.length > 0 ? 'here' : 'absent'
}
