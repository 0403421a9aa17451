import type { ContactId, InboundEventId } from '@balcao/domain/ids'
import type { ChatAddress, Inbound, WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import { sideBySide } from '../../platform/side-by-side'
import { type CompanyWork, isPassingConflict } from '../../platform/work'
import { addressList } from '../contacts/contact-address'
import { handleInbound } from './handle-inbound'
import { finish, isSamePartition, nextEvents, type Partition, type WaitingEvent } from './inbound-events'
import { latestTicks } from './latest-ticks'

/** An inbound event could not be taken in; its act has changed nothing. */
export class InboundEventFailed extends Error {
  override readonly name = 'InboundEventFailed'
  constructor(
    readonly entry: Partition & { readonly id: InboundEventId },
    cause: unknown,
    /** So many inbound events before it could be, in the act that failed with it. */
    readonly goodOnes: number,
  ) {
    super(`inbound event ${entry.id} could not be taken in`, { cause })
  }
}

/** Chats could not be taken in side by side; their act has changed nothing. */
export class SideBySideFailed extends Error {
  override readonly name = 'SideBySideFailed'
  constructor(cause: unknown) {
    super('chats could not be taken in side by side', { cause })
  }
}

/** A commit for each would cost more than the events. Many, and whoever answers in one of the conversations waits. */
export const mostTogether = 20

interface Parts {
  readonly dataKeys: DataKeys
  readonly gateway: Pick<WhatsappGateway, 'translate'>
}

interface How {
  readonly most?: number
  /** No chats side by side. */
  readonly isOneByOne?: boolean
}

/** What became of a partition: there may be more, or more of what takes long; nothing waits; another act is at it. */
export type PartitionState = 'more' | 'long' | 'empty' | 'busy'

/**
 * Takes in the next inbound events of these partitions, at most so many in all: rows, events, jobs and the done inbound events stand together
 * or not at all. History goes alone, in an act of its partition only; so does what is rare. What customers say in different chats
 * goes side by side. Throws InboundEventFailed; or SideBySideFailed, after which one by one tells which entry it was, if any.
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
  // Done if and only if all of this is: so it may be said first, on the way of the first question.
  await Promise.all([finish(work, done), receive(work, dataKeys, taken)])
  // Whatever came since wakes the partition itself.
  if (areAll && taken.length === entries.length) return partitions.map(stateOf('empty'))
  return partitions.map(stateOf(first.inbound.some(isLong) ? 'long' : 'more'))
}

/** Chats of customers side by side, then everything else. */
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
    // A part as well: if contacts are merged now, one may be of the chats before.
    const behind = await sideBySide(work, [(own) => receiveOneByOne(own, dataKeys, others)])
    // Whose message came first is not kept between them: one by one it is.
    if (haveOneInCommon([...contacts, ...behind])) throw new Error('two of these chats are one person')
  } catch (cause) {
    throw isPassingConflict(cause) ? cause : new SideBySideFailed(cause)
  }
}

function chatsToGoSideways(taken: readonly Taken[]): ReturnType<typeof chatsOfCustomers> {
  try {
    return chatsOfCustomers(taken)
  } catch (cause) {
    throw new SideBySideFailed(cause) // an address that is none: one by one it is known which entry has it
  }
}

/**
 * Chats of one person each in which nothing lies but what that person wrote, and of whom no other chat of these speaks:
 * what is done for one touches no other.
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

/** Every address of somebody of whom this chat speaks; under one of them, two chats are one contact. */
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
  if (inbound.kind !== 'message') return [] // it goes alone
  return inbound.author === null ? [inbound.chat] : [inbound.chat, inbound.author]
}

function isOfCustomer(inbound: Inbound): boolean {
  return inbound.kind === 'message' && inbound.chat.kind === 'person' && !inbound.fromMe
}

function haveOneInCommon(sets: readonly ReadonlySet<ContactId>[]): boolean {
  const all = sets.flatMap((set) => [...set])
  return new Set(all).size < all.length
}

/** Gives the contacts whose conversations were touched. */
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
      // A passing conflict is repeated by the workplace, which knows it by its code.
      throw isPassingConflict(cause) ? cause : new InboundEventFailed(entry, cause, at)
    }
  }
  return contacts
}

interface Taken {
  readonly entry: WaitingEvent
  readonly inbound: readonly Inbound[]
}

/** The first, and as long as all are short, those that follow. */
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
      break // it fails in its own turn
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

/** The server's acknowledgement and the receipts of a message often lie one behind the other: the last one says it. */
function withoutOvertaken(inbound: readonly Inbound[], later: readonly Taken[]): readonly Inbound[] {
  if (!inbound.some(({ kind }) => kind === 'ack')) return inbound
  const all = [...inbound, ...later.flatMap((next) => next.inbound)]
  const wanted = new Set(latestTicks(all))
  return inbound.filter((one) => wanted.has(one))
}
