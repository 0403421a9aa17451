import type { CompanyId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { Clock } from '../platform/clock'
import { type Bus, packetKind } from '../platform/cluster/bus'
import { DatabaseTrouble } from '../platform/database/database-trouble'
import type { EventKind, LiveEventSender, RecordedEvent, SocketMessage } from '../platform/live/event-kind'
import { deleteLiveEvents, type LiveEventRow, undeliveredLiveEvents } from '../platform/live/live.queries'
import type { Log } from '../platform/log'
import type { MediaLinkSigner } from '../platform/media-links'
import type { Metrics } from '../platform/metrics'
import type { Workplace } from '../platform/work'
import type { OpenSubscriber, SubscriberRegistry } from './subscriber-registry'

/** Loads the person of a session with the current rights. Null: the session has ended. */
export type LookUpSessionPerson = (companyId: CompanyId, sessionId: string) => Promise<PersonActor | null>

export interface LiveEventDeliveryDependencies {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has facts of its own; the name ties them together
  readonly kinds: readonly EventKind<any>[]
  readonly subscribers: SubscriberRegistry
  /** Sends the same payload to these sockets; it is serialised once. */
  readonly emitTogether: (companyId: CompanyId, socketIds: readonly string[], emission: SocketMessage) => void
  readonly links: MediaLinkSigner
  readonly viewerOf: LookUpSessionPerson
  readonly workplace: Workplace
  readonly bus: Bus
  readonly clock: Clock
  readonly log: Log
  readonly metrics?: Metrics | null
}

const recordedEvents = packetKind<readonly RecordedEvent[]>('events')
/** Events that are not stored, such as typing, for the subscribers of other processes. */
const passingEvent = packetKind<Omit<RecordedEvent, 'id'>>('passing event')

export interface LiveEventDelivery extends LiveEventSender {
  /** Sends an event that is not stored, such as typing. It is lost if the process ends. */
  publish<Facts>(companyId: CompanyId, kind: EventKind<Facts>, facts: Facts): void
  /** Sends an event that is not stored, only to the subscribers of this process. */
  publishHere<Facts>(companyId: CompanyId, kind: EventKind<Facts>, facts: Facts): void
  /** Delivers events that no process has delivered for some seconds, such as those of a process that has ended. */
  sweep(): Promise<void>
  /** Resolves when all events so far are delivered and deleted. */
  settled(): Promise<void>
}

const staleAfterMilliseconds = 5_000
const sweepSize = 500
/** Delivered events are deleted together after this time. After a crash, a second delivery is harmless. */
const deleteAfterMilliseconds = 500

/** The longest time that one delivery runs before the event loop serves HTTP requests and other companies. */
const sliceMilliseconds = 10
/** The number of sockets that are written between two reads of the clock. */
const socketsAtOnce = 50

/**
 * Delivers recorded events to the sockets of this process, each company's in the order of commits, and sends them over
 * the bus to other processes. Versions in the payloads make repeated and reordered events harmless.
 */
export function createLiveEventDelivery(parts: LiveEventDeliveryDependencies): LiveEventDelivery {
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]))
  const chains = new Map<number, Promise<unknown>>()
  /** Deliveries in progress. After each one, its events are queued for deletion. */
  const markings = new Set<Promise<void>>()
  const delivered: RecordedEvent[] = []
  let cancelDeletion: (() => void) | null = null
  let deletion = Promise.resolve()

  parts.bus.listen(recordedEvents, (events) => void hearOf(events))
  parts.bus.listen(passingEvent, ({ companyId, name, facts }) => {
    const kind = kinds.get(name)
    // the cast is safe, because the sending process took the id from a company's transaction
    if (kind !== undefined) publishHere(companyId as CompanyId, kind, facts)
  })

  function deliver(events: readonly RecordedEvent[]): void {
    for (const ofCompany of byCompany(events)) deliverOfCompany(ofCompany.companyId, ofCompany.events)
  }

  function deliverOfCompany(companyId: CompanyId, events: readonly RecordedEvent[]): void {
    parts.metrics?.eventsPublished(events.length)
    const isCarried = parts.bus.publish(recordedEvents, events, companyId).then(
      () => true,
      () => false, // the bus is not connected, so the sweep of another process delivers them
    )
    const marking = Promise.all([inOrder(events), isCarried]).then((isDone) => {
      markings.delete(marking)
      if (!isDone.every(Boolean)) return
      delivered.push(...events)
      cancelDeletion ??= parts.clock.after(deleteAfterMilliseconds, () => void deleteAfterOthers())
    })
    markings.add(marking)
  }

  /** Delivers another process's events. After a failure, there is no retry: the company's pages must fetch again. */
  async function hearOf(events: readonly RecordedEvent[]): Promise<void> {
    if (await inOrder(events)) return
    for (const { companyId } of byCompany(events))
      for (const subscriber of parts.subscribers.ofCompany(companyId)) subscriber.close()
  }

  /** Delivers these events after the company's earlier ones. False: the delivery failed, and the error is logged. */
  function inOrder(events: readonly RecordedEvent[]): Promise<boolean> {
    const [first] = events
    if (first === undefined) return Promise.resolve(true)
    const chain = (chains.get(first.companyId) ?? Promise.resolve()).then(() => deliverHere(events))
    chains.set(first.companyId, chain)
    chain.finally(() => chains.get(first.companyId) === chain && chains.delete(first.companyId))
    return chain
  }

  async function deliverHere(events: readonly RecordedEvent[]): Promise<boolean> {
    try {
      for (const event of events) await deliverOne(event)
      return true
    } catch (error) {
      // The sweep delivers this process's events again. For another process's events, the caller closes the pages.
      parts.log.error({ err: error }, 'live events could not be delivered')
      return false
    }
  }

  async function deliverOne({ companyId, name, facts }: RecordedEvent): Promise<void> {
    const kind = kinds.get(name)
    // a newer version recorded the event, and the pages of this version do not know it
    if (kind === undefined) return
    const company = companyId as CompanyId // the column contains only company ids
    for (const userId of kind.resubscribes?.(facts) ?? []) {
      for (const subscriber of parts.subscribers.ofUser(company, userId)) await resubscribe(subscriber)
    }
    await inSlices(carry(company, kind, facts))
  }

  /** Runs the steps in time slices, so that an event to thousands of subscribers yields to the event loop. */
  async function inSlices(steps: Iterable<void>): Promise<void> {
    let since = parts.clock.now().getTime()
    for (const _ of steps) {
      if (parts.clock.now().getTime() - since < sliceMilliseconds) continue
      await new Promise((resolve) => setImmediate(resolve))
      since = parts.clock.now().getTime()
    }
  }

  /** Sends an event to its audience, in steps. Sockets with equal payload and channels are written at once. */
  function* carry<Facts>(companyId: CompanyId, kind: EventKind<Facts>, facts: Facts): Iterable<void> {
    const groups = groupsByEmission()
    let emissions = 0
    for (const subscriber of parts.subscribers.ofCompany(companyId)) {
      const emission = orDrop(kind, () => kind.audience(facts, subscriber, parts.links))
      if (emission === null) continue
      emissions += 1
      if (subscriber.socketId === undefined || emission.thenClose)
        orDrop(kind, () => subscriber.emit(emission))
      else groups.add(emission, subscriber.socketId)
      yield
    }
    if (emissions > 0) parts.metrics?.eventsDelivered(emissions)
    for (const { emission, socketIds } of groups.all()) {
      for (let from = 0; from < socketIds.length; from += socketsAtOnce) {
        const some = socketIds.slice(from, from + socketsAtOnce)
        orDrop(kind, () => parts.emitTogether(companyId, some, emission))
        yield
      }
    }
  }

  /** Runs `emit`. An event that fails for a subscriber would fail again in a retry, so it is logged and dropped. */
  function orDrop<T>({ name }: { readonly name: string }, emit: () => T): T | null {
    try {
      return emit()
    } catch (error) {
      parts.log.error({ err: error, event: name }, 'a live event could not be delivered')
      return null
    }
  }

  /** Loads the subscriber's rights again, before further events are sent to it. */
  async function resubscribe(subscriber: OpenSubscriber): Promise<void> {
    const viewer = await parts.viewerOf(subscriber.viewer.companyId, subscriber.sessionId)
    if (viewer === null) subscriber.close()
    else subscriber.viewer = viewer
  }

  function deleteAfterOthers(): Promise<void> {
    deletion = deletion.then(deleteDelivered)
    return deletion
  }

  async function deleteDelivered(): Promise<void> {
    cancelDeletion?.()
    cancelDeletion = null
    const events = delivered.splice(0)
    if (events.length === 0) return
    const companyIds = events.map(({ companyId }) => companyId)
    const ids = events.map(({ id }) => id)
    try {
      await parts.workplace.withPlatform('live sweep', (work) =>
        work.db.run(deleteLiveEvents, { companyIds, ids }),
      )
    } catch (error) {
      parts.log.error({ err: error }, 'delivered live events could not be deleted')
    }
  }

  /** Reads the facts of an event that an ended process recorded. */
  async function restored({ id, company_id, name, payload }: LiveEventRow): Promise<RecordedEvent> {
    const companyId = company_id as CompanyId // the column contains only company ids
    const event = { id, companyId, name }
    const restore = kinds.get(name)?.restore
    if (restore === undefined) return { ...event, facts: payload }
    try {
      const actor = { kind: 'system', name: 'live sweep', companyId } as const
      const facts = await parts.workplace.readCompany(actor, (work) => restore(work, payload))
      return { ...event, facts: facts ?? deletedFacts }
    } catch (error) {
      if (error instanceof DatabaseTrouble) throw error // the next sweep tries again
      parts.log.error({ err: error, event: name }, 'a live event could not be read again')
      return { ...event, facts: deletedFacts }
    }
  }

  async function settled(): Promise<void> {
    while (chains.size + markings.size > 0) await Promise.all([...chains.values(), ...markings])
    await deleteAfterOthers()
  }

  function publishHere<Facts>(companyId: CompanyId, kind: EventKind<Facts>, facts: Facts): void {
    // runs without pauses, because these events are small and must stay in order
    for (const _ of carry(companyId, kind, facts));
  }

  return {
    deliver,
    publish(companyId, kind, facts) {
      publishHere(companyId, kind, facts)
      parts.metrics?.eventsPublished(1)
      void parts.bus.publish(passingEvent, { companyId, name: kind.name, facts }, companyId)
    },
    publishHere,
    settled,
    async sweep() {
      await deleteAfterOthers()
      const before = new Date(parts.clock.now().getTime() - staleAfterMilliseconds)
      const rows = await parts.workplace.withPlatform('live sweep', (work) =>
        work.db.rows(undeliveredLiveEvents, { before, limit: sweepSize }),
      )
      for (const row of rows) {
        const event = await restored(row)
        if (event.facts === deletedFacts) delivered.push(event)
        else deliver([event])
      }
      await settled()
    },
  }
}

/** Groups events by company, because a platform transaction records events in several companies. */
function byCompany(events: readonly RecordedEvent[]) {
  const companies = new Map<CompanyId, RecordedEvent[]>()
  for (const event of events) {
    const companyId = event.companyId as CompanyId // the column contains only company ids
    companies.set(companyId, [...(companies.get(companyId) ?? []), event])
  }
  return [...companies].map(([companyId, ofCompany]) => ({ companyId, events: ofCompany }))
}

/** Replaces the facts of an event whose database row was deleted or cannot be read. No page gets such an event. */
const deletedFacts = Symbol('gone')

interface EventGroup {
  readonly emission: SocketMessage
  readonly socketIds: string[]
}

function groupsByEmission() {
  const groups = new Map<unknown, Map<string, EventGroup>>()
  return {
    add(emission: SocketMessage, socketId: string): void {
      const byNames = groups.get(emission.payload) ?? new Map<string, EventGroup>()
      groups.set(emission.payload, byNames)
      const names = [emission.channel, ...(emission.alsoOn ?? [])].join(' ')
      const group = byNames.get(names) ?? { emission, socketIds: [] }
      byNames.set(names, group)
      group.socketIds.push(socketId)
    },
    all: (): readonly EventGroup[] => [...groups.values()].flatMap((byNames) => [...byNames.values()]),
  }
}
