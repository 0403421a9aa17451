import type { ChatAddress, InboundMessage, InboundUpdate, WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { addressListOf } from '../contacts/contact-address'
import type { ReceiptOfConnection } from '../messages/incoming/messages-of-chat'
import { applyReceipts } from '../messages/outgoing/apply-receipts'
import { handleInbound } from './handle-inbound'
import {
  finishInboundEvents,
  type InboundPartition,
  isSameInboundPartition,
  lockNextInboundEvents,
  type WaitingInboundEvent,
} from './inbound-events'
import { type InboundMessageOfConnection, receiveMessages } from './receive-messages'
import { makeTextsStorable } from './storable-texts'

/**
 * A batch costs twelve round trips and a commit, however many events it has. With 50 events instead of 20, a message of
 * a new contact costs a fifth less. Even more would make agents wait longer for the locks on the conversations.
 */
export const maxInboundBatchSize = 50

/** The next events of some partitions, locked until the transaction ends, and translated. */
interface InboundBatch<L extends InboundPartition> {
  readonly partitions: readonly L[]
  /** The partitions that no other transaction has locked. */
  readonly ours: readonly L[]
  readonly taken: readonly TranslatedInboundEvent[]
  /** Whether no further event of these partitions waits. */
  readonly areAll: boolean
}

export interface TranslatedInboundEvent {
  readonly entry: WaitingInboundEvent
  readonly inbound: readonly InboundUpdate[]
}

/** The first event of a batch could not be translated from the provider's format. */
export class UntranslatableEvent extends Error {
  override readonly name = 'UntranslatableEvent'
  constructor(
    readonly entry: WaitingInboundEvent,
    cause: unknown,
  ) {
    super(`inbound event ${entry.id} could not be translated`, { cause })
  }
}

/** `more`: events may wait. `long`: the same, after a slow batch. `empty`: none wait. `busy`: locked by another. */
export type InboundPartitionState = 'more' | 'long' | 'empty' | 'busy'

/** Locks and translates events. An event other than a message or receipt is a batch of its own. */
export async function lockNextInboundBatch<L extends InboundPartition>(
  work: CompanyWork,
  {
    dataKeys,
    gateway,
  }: { readonly dataKeys: DataKeys; readonly gateway: Pick<WhatsappGateway, 'translate'> },
  partitions: readonly L[],
  most = maxInboundBatchSize,
): Promise<InboundBatch<L>> {
  const { ours, entries, areAll } = await lockNextInboundEvents(work, dataKeys, partitions, most)
  const taken = await translateNext(gateway, entries)
  return { partitions, ours, taken, areAll: areAll && taken.length === entries.length }
}

/**
 * Processes a batch in one transaction. If a batch of several partitions begins with a slow part of the phone's
 * history, nothing is processed, because that part needs its own transaction.
 */
export async function processInboundBatch<L extends InboundPartition>(
  work: CompanyWork,
  dataKeys: DataKeys,
  { partitions, ours, taken, areAll }: InboundBatch<L>,
): Promise<readonly (readonly [L, InboundPartitionState])[]> {
  const [first] = taken
  const stateOf = (state: InboundPartitionState) => (partition: L) =>
    [partition, ours.includes(partition) ? state : 'busy'] satisfies [L, InboundPartitionState]
  if (first === undefined) return partitions.map(stateOf(areAll ? 'empty' : 'more'))
  const isSlow = first.inbound.some(isLong)
  if (partitions.length > 1 && isSlow) {
    return partitions.map((partition) =>
      stateOf(isSameInboundPartition(partition, first.entry) ? 'long' : 'more')(partition),
    )
  }

  const entries = taken.map(({ entry }) => entry)
  finishInboundEvents(work, entries)
  await receiveInOrder(work, dataKeys, taken)
  // Report all as empty: an event that has arrived since the batch was read wakes its partition itself.
  if (areAll) return partitions.map(stateOf('empty'))
  return partitions.map(stateOf(isSlow ? 'long' : 'more'))
}

/**
 * Processes messages of different people together, then the receipts among them. Another event, or a second message of
 * a chat or writer, waits until all before it are processed.
 */
async function receiveInOrder(
  work: CompanyWork,
  dataKeys: DataKeys,
  taken: readonly TranslatedInboundEvent[],
): Promise<void> {
  let messages: InboundMessageOfConnection[] = []
  let ticks: ReceiptOfConnection[] = []
  let named = new Set<string>()
  const receiveTogether = async () => {
    const together = { messages, ticks }
    messages = []
    ticks = []
    named = new Set()
    await receiveMessages(work, dataKeys, together.messages)
    await applyReceipts(work, together.ticks)
  }
  for (const { entry, inbound } of taken) {
    const { connectionId } = entry
    for (const one of inbound) {
      if (one.kind === 'ack') {
        ticks.push({ connectionId, inbound: one })
      } else if (one.kind === 'message') {
        const addresses = addressesIn(one)
        if (addresses.some((address) => named.has(address))) await receiveTogether()
        messages.push({ connectionId, inbound: makeTextsStorable(one) })
        for (const address of addresses) named.add(address)
      } else {
        await receiveTogether()
        await handleInbound(work, dataKeys, { connectionId, inbound: one })
      }
    }
  }
  await receiveTogether()
}

/** The addresses of a message's chat and writer. Two chats with a common address belong to one contact. */
function addressesIn({ chat, author }: InboundMessage): readonly string[] {
  const people: readonly ChatAddress[] = author === null ? [chat] : [chat, author]
  return people.flatMap((person) => {
    const { kinds, values } = addressListOf(person)
    return values.map((value, at) => `${kinds[at]} ${value}`)
  })
}

/** Translates the first event, and the following ones as long as all are messages or receipts. */
async function translateNext(
  gateway: Pick<WhatsappGateway, 'translate'>,
  entries: readonly WaitingInboundEvent[],
): Promise<readonly TranslatedInboundEvent[]> {
  const taken: TranslatedInboundEvent[] = []
  for (const entry of entries) {
    try {
      const inbound = await gateway.translate(entry.content())
      if (taken.length > 0 && !inbound.every(isShort)) break
      taken.push({ entry, inbound })
      if (!inbound.every(isShort)) break
    } catch (cause) {
      if (taken.length === 0) throw new UntranslatableEvent(entry, cause)
      break // The next batch begins with this event, and reports that it can't be translated.
    }
  }
  return taken
}

function isShort({ kind }: InboundUpdate): boolean {
  return kind === 'message' || kind === 'ack'
}

function isLong({ kind }: InboundUpdate): boolean {
  return kind === 'history'
}
