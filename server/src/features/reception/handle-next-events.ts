import type { ContactId, InboundEventId } from '@balcao/domain/ids'
import type { ChatAddress, Inbound, WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import { sideBySide } from '../../platform/side-by-side'
import { type CompanyWork, isPassingConflict } from '../../platform/work'
import { addressList } from '../contacts/contact-address'
import { handleInbound } from './handle-inbound'
import { finish, isSamePartition, nextEvents, type Partition, type WaitingEvent } from './inbound-events'
import { latestTicks } from './latest-ticks'

/** An inbound event failed; its act was rolled back. */
export class InboundEventFailed extends Error {
  override readonly name = 'InboundEventFailed'
  constructor(
    readonly entry: Partition & { readonly id: InboundEventId },
    cause: unknown,
    /** The number of events before it that succeeded in the same act. */
    readonly goodOnes: number,
  ) {
    super(`inbound event ${entry.id} could not be taken in`, { cause })
  }
}

/** Processing chats side by side failed; its act was rolled back. */
export class SideBySideFailed extends Error {
  override readonly name = 'SideBySideFailed'
  constructor(cause: unknown) {
    super('chats could not be taken in side by side', { cause })
  }
}

/**
 * The size of a batch. One commit per event would cost more than the event; a larger batch makes agents wait who
 * answer in one of its conversations.
 */
export const mostTogether = 20

interface Parts {
  readonly dataKeys: DataKeys
  readonly gateway: Pick<WhatsappGateway, 'translate'>
}

interface How {
  readonly most?: number
  /** Processes no chats side by side. */
  readonly isOneByOne?: boolean
}

/**
 * The state of a partition after the act: more may wait, more of the slow kind may wait, nothing waits, or another
 * act holds it.
 */
export type PartitionState = 'more' | 'long' | 'empty' | 'busy'

/**
 * Processes the next inbound events of these partitions, at most `most` in all. Rows, events, jobs and the done marks
 * commit together or not at all. A history part runs alone, in an act of its own partition, and so do rare kinds;
 * messages of customers in different chats run side by side. Throws InboundEventFailed for one event, or
 * SideBySideFailed: a run one by one then identifies the failing event, if any.
 */
export async function takeInNext<L extends Partition>(
  work: CompanyWork,
  { dataKeys, gateway }: Parts,
  partitions: readonly L[],
  { most = mostTogether, isOneByOne = false }: How = {},
): Promise<readonly (readonly [L, PartitionState])[]> {
  const { ours, entries, areAll } = await nextEvents(work, dataKeys, partitions, most)
  const taken = await translateNext(gateway, entries)
  const [first] = taken
  const stateOf = (state: PartitionState) => (partition: L) =>
    [partition, ours.includes(partition) ? state : 'busy'] satisfies [L, PartitionState]
  if (first === undefined) return partitions.map(stateOf(areAll ? 'empty' : 'more'))
  if (partitions.length > 1 && first.inbound.some(isLong)) {
    return partitions.map((partition) =>
      stateOf(isSamePartition(partition, first.entry) ? 'long' : 'more')(partition),
    )
  }

  const receive = isOneByOne ? receiveOneByOne : receiveAll
  const done = taken.map(({ entry }) => entry)
  // The done marks commit only together with the rest, so they can be sent first and share a round trip with the
  // first query.
  await Promise.all([finish(work, done), receive(work, dataKeys, taken)])
  // Events that arrived since then wake the partition themselves.
  if (areAll && taken.length === entries.length) return partitions.map(stateOf('empty'))
  return partitions.map(stateOf(first.inbound.some(isLong) ? 'long' : 'more'))
}

/** Processes customers' chats side by side, then everything else. */
async function receiveAll(work: CompanyWork, dataKeys: DataKeys, taken: readonly Taken[]): Promise<void> {
  const chats = chatsToGoSideways(taken)
  if (chats.length < 2) {
    await receiveOneByOne(work, dataKeys, taken)
    return
  }
  try {
    const contacts = await sideBySide(
      work,
      chats.map((chat) => (own) => receiveOneByOne(own, dataKeys, chat)),
    )
    const sideways = new Set(chats.flat())
    const others = taken.filter((one) => !sideways.has(one))
    // Runs as a part too: if it merges contacts, one of them may belong to the chats before.
    const behind = await sideBySide(work, [(own) => receiveOneByOne(own, dataKeys, others)])
    // Side by side does not preserve the order between chats of one person; one by one does.
    if (haveOneInCommon([...contacts, ...behind])) throw new Error('two of these chats are one person')
  } catch (cause) {
    throw isPassingConflict(cause) ? cause : new SideBySideFailed(cause)
  }
}

function chatsToGoSideways(taken: readonly Taken[]): ReturnType<typeof chatsOfCustomers> {
  try {
    return chatsOfCustomers(taken)
  } catch (cause) {
    throw new SideBySideFailed(cause) // an invalid address: one by one identifies its event
  }
}

/**
 * Chats with one person that hold only this person's messages, and whose addresses appear in no other chat of the
 * batch: processing one affects no other.
 */
function chatsOfCustomers(taken: readonly Taken[]): readonly (readonly Taken[])[] {
  const chats = new Map<string, Taken[]>()
  for (const one of taken) {
    const name = `${one.entry.connectionId} ${one.entry.chat}`
    const chat = chats.get(name) ?? []
    chat.push(one)
    chats.set(name, chat)
  }
  const spokenOf = [...chats.values()].map((chat) => ({ chat, addresses: addressesIn(chat) }))
  const times = new Map<string, number>()
  for (const address of spokenOf.flatMap(({ addresses }) => [...addresses]))
    times.set(address, (times.get(address) ?? 0) + 1)
  return spokenOf
    .filter(({ chat }) => chat.every(({ inbound }) => inbound.every(isOfCustomer)))
    .filter(({ addresses }) => [...addresses].every((address) => times.get(address) === 1))
    .map(({ chat }) => chat)
}

/** All addresses of the people in this chat. Two chats with a common address belong to one contact. */
function addressesIn(chat: readonly Taken[]): ReadonlySet<string> {
  const people = chat.flatMap(({ inbound }) => inbound).flatMap(peopleIn)
  return new Set(
    people.flatMap((person) => {
      const { kinds, values } = addressList(person)
      return values.map((value, at) => `${kinds[at]} ${value}`)
    }),
  )
}

function peopleIn(inbound: Inbound): readonly ChatAddress[] {
  if (inbound.kind === 'ack') return [inbound.chat]
  if (inbound.kind !== 'message') return [] // runs alone
  return inbound.author === null ? [inbound.chat] : [inbound.chat, inbound.author]
}

function isOfCustomer(inbound: Inbound): boolean {
  return inbound.kind === 'message' && inbound.chat.kind === 'person' && !inbound.fromMe
}

function haveOneInCommon(sets: readonly ReadonlySet<ContactId>[]): boolean {
  const all = sets.flatMap((set) => [...set])
  return new Set(all).size < all.length
}

/** Returns the contacts whose conversations changed. */
async function receiveOneByOne(
  work: CompanyWork,
  dataKeys: DataKeys,
  taken: readonly Taken[],
): Promise<ReadonlySet<ContactId>> {
  const contacts = new Set<ContactId>()
  for (const [at, { entry, inbound }] of taken.entries()) {
    const { connectionId } = entry
    const later = taken.slice(at + 1).filter((next) => isSameChat(next.entry, entry))
    try {
      for (const one of withoutOvertaken(inbound, later)) {
        const contactId = await handleInbound(work, dataKeys, { connectionId, inbound: one })
        if (contactId !== null) contacts.add(contactId)
      }
    } catch (cause) {
      // The workplace repeats a passing conflict, which it detects by the error code.
      throw isPassingConflict(cause) ? cause : new InboundEventFailed(entry, cause, at)
    }
  }
  return contacts
}

interface Taken {
  readonly entry: WaitingEvent
  readonly inbound: readonly Inbound[]
}

/** Translates the first event and, as long as all are short, the following ones. */
async function translateNext(
  gateway: Pick<WhatsappGateway, 'translate'>,
  entries: readonly WaitingEvent[],
): Promise<readonly Taken[]> {
  const taken: Taken[] = []
  for (const entry of entries) {
    try {
      const inbound = await gateway.translate(entry.content())
      if (taken.length > 0 && !inbound.every(isShort)) break
      taken.push({ entry, inbound })
      if (!inbound.every(isShort)) break
    } catch (cause) {
      if (taken.length === 0) throw new InboundEventFailed(entry, cause, 0)
      break // it fails when it is the first
    }
  }
  return taken
}

function isShort({ kind }: Inbound): boolean {
  return kind === 'message' || kind === 'ack'
}

function isLong({ kind }: Inbound): boolean {
  return kind === 'history'
}

function isSameChat(one: WaitingEvent, other: WaitingEvent): boolean {
  return one.connectionId === other.connectionId && one.chat === other.chat
}

/**
 * Drops acks that a later ack of the same messages exceeds: the server's ack and the receipts often arrive together.
 */
function withoutOvertaken(inbound: readonly Inbound[], later: readonly Taken[]): readonly Inbound[] {
  if (!inbound.some(({ kind }) => kind === 'ack')) return inbound
  const all = [...inbound, ...later.flatMap((next) => next.inbound)]
  const wanted = new Set(latestTicks(all))
  return inbound.filter((one) => wanted.has(one))
}
