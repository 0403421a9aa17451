import type { ConnectionId, MessageId, TicketId } from '@balcao/domain/ids'
import type { ChatAddress, InboundReceipt } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { addressListOf } from '../../contacts/contact-address'
import { messagesInChat, messagesNamedByReceipts } from '../messages.queries'
import { lockTicketsForMessages } from '../outgoing/hold-tickets'

/** The most attempts to find and lock messages. An attempt fails if a merge deletes a ticket before it is locked. */
const maxLookUps = 5

interface Named {
  readonly connectionId: ConnectionId
  readonly chat: ChatAddress
  readonly ids: readonly string[]
  readonly fromMe: boolean
}

/** Returns only messages of this chat, so that no change applies to another conversation. Locks their tickets. */
export async function lockMessagesOfChat(
  work: CompanyWork,
  { connectionId, chat, ids, fromMe }: Named,
): Promise<MessageId[]> {
  const { kinds, values } = addressListOf(chat)
  const found = await messagesLocked(work, () =>
    work.db.rows(messagesInChat, { connectionId, whatsappIds: ids, fromMe, kinds, values }),
  )
  return found.map(({ id }) => id)
}

/** An ack or a receipt, with the connection that reported it. */
export interface ReceiptOfConnection {
  readonly connectionId: ConnectionId
  readonly inbound: InboundReceipt
}

/** For each receipt, our messages: in its chat, or in any chat while its address is unknown. Locks their tickets. */
export async function lockMessagesOfReceipts(
  work: CompanyWork,
  ticks: readonly ReceiptOfConnection[],
): Promise<readonly (readonly MessageId[])[]> {
  const named = ticks.flatMap(({ connectionId, inbound }, tick) =>
    inbound.ids.map((whatsappId) => ({ tick, connectionId, whatsappId })),
  )
  const addresses = ticks.flatMap(({ inbound }, tick) => {
    const { kinds, values } = addressListOf(inbound.chat)
    return values.map((value, at) => ({ tick, kind: kinds[at] ?? '', value }))
  })
  const found = await messagesLocked(work, () =>
    work.db.rows(messagesNamedByReceipts, {
      ticks: named.map(({ tick }) => tick),
      connectionIds: named.map(({ connectionId }) => connectionId),
      whatsappIds: named.map(({ whatsappId }) => whatsappId),
      addressTicks: addresses.map(({ tick }) => tick),
      kinds: addresses.map(({ kind }) => kind),
      values: addresses.map(({ value }) => value),
    }),
  )
  return ticks.map((_, at) => found.flatMap(({ id, tick }) => (tick === at ? [id] : [])))
}

/** Searches again if a merge deleted a ticket during the wait for its lock, perhaps with a duplicate of a message. */
async function messagesLocked<Row extends { id: MessageId; ticket_id: TicketId }>(
  work: CompanyWork,
  find: () => Promise<Row[]>,
): Promise<Row[]> {
  for (let look = 0; look < maxLookUps; look++) {
    const messages = await find()
    const ids = messages.map(({ id }) => id)
    const tickets = await lockTicketsForMessages(work, ids)
    if (tickets >= new Set(messages.map(({ ticket_id }) => ticket_id)).size) return messages
  }
  throw new Error('the tickets of these messages go on being merged; the entry is taken up again')
}
