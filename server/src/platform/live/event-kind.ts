import type { TicketId, UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { MediaLinks } from '../media-links'

/** One socket: who sits there, under which session, and which views its page shows. */
export interface Subscriber {
  readonly viewer: Viewer
  readonly sessionId: string
  readonly views: {
    readonly statuses: ReadonlySet<TicketStatus>
    readonly notification: boolean
    readonly chatBoxes: ReadonlySet<TicketId>
  }
}

/** What leaves on a socket: a channel of the contract and its payload. */
export interface Emission {
  readonly channel: string
  readonly payload: unknown
  /** Further channels on which existing clients wait for the same. */
  readonly alsoOn?: readonly string[]
  /** The subscriber is taken away after this was sent (the account was opened elsewhere). */
  readonly thenClose?: boolean
}

/** What a verb needs in order to record an event; how it reaches a subscriber may need a secret that only the server has. */
export interface EventName<Facts> {
  /** `ticket.changed`: the name inside the app. */
  readonly name: string
  /** Only for the compiler. */
  readonly types?: Facts
}

/**
 * A kind of live event. `facts` are plain JSON, known before and after the change; `audience` decides, purely, what one
 * subscriber gets of it: one copy of one change, or nothing. There is no other way to a socket.
 */
export interface EventKind<Facts> extends EventName<Facts> {
  readonly audience: (facts: Facts, subscriber: Subscriber, links: MediaLinks) => Emission | null
  /** Users whose rights this changed: their subscribers are looked up anew before anything else reaches them. */
  readonly resubscribes?: (facts: Facts) => readonly UserId[]
}

/**
 * What is the same for every subscriber that gets it, made once for an event. Whoever gets the same object gets the same bytes:
 * they are written once for all of them.
 */
export function sameForAll<Facts extends object, Payload extends object>(
  make: (facts: Facts, links: MediaLinks) => Payload,
): (facts: Facts, links: MediaLinks) => Payload {
  const made = new WeakMap<Facts, Payload>()
  return (facts, links) => {
    const payload = made.get(facts) ?? make(facts, links)
    made.set(facts, payload)
    return payload
  }
}

/** Declares a kind of event. */
export function eventKind<Facts>(kind: EventKind<Facts>): EventKind<Facts> {
  return kind
}

/** An event as the transaction of its act recorded it. */
export interface RecordedEvent {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly facts: unknown
}

/** Carries recorded events to the subscribers; the realtime room fulfils it. */
export interface LivePost {
  deliver(events: readonly RecordedEvent[]): void
}
