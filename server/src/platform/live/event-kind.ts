import type { TicketId, UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { MediaLinks } from '../media-links'
import type { CompanyWork } from '../work'

/** One socket: its user, its session, and the views that its page shows. */
export interface Subscriber {
  readonly viewer: Viewer
  readonly sessionId: string
  readonly views: {
    readonly statuses: ReadonlySet<TicketStatus>
    readonly notification: boolean
    readonly chatBoxes: ReadonlySet<TicketId>
  }
}

/** A message to a socket: a channel of the contract and its payload. */
export interface SocketMessage {
  readonly channel: string
  readonly payload: unknown
  /** Further channels on which existing clients expect the same message. */
  readonly alsoOn?: readonly string[]
  /** Closes the subscriber after this message (the account was opened elsewhere). */
  readonly thenClose?: boolean
}

/** The part of an event that verbs need. The audience is separate, because it may need a secret of the server. */
export interface EventName<Facts, Kept = Facts> {
  /** The name inside the app, such as `ticket.changed`. */
  readonly name: string
  /** Only for the compiler. */
  readonly types?: { readonly facts: Facts; readonly kept: Kept }
}

/**
 * A kind of live event. `facts` are plain JSON, known before and after the change. `audience` is a pure function that
 * decides what one subscriber gets: one copy of one change, or nothing. Sockets get no other messages.
 */
export interface EventKind<Facts, Kept = Facts> extends EventName<Facts, Kept> {
  readonly audience: (facts: Facts, subscriber: Subscriber, links: MediaLinks) => SocketMessage | null
  /**
   * Reads the facts again from what the act's transaction has kept of them, for an event that a process recorded and did
   * not deliver. Null: the row has gone since then. Without it the facts themselves are kept.
   */
  readonly restore?: (work: Pick<CompanyWork, 'db'>, kept: Kept) => Promise<Facts | null>
  /** Users whose rights changed: their subscribers are reloaded before they get anything else. */
  readonly resubscribes?: (facts: Facts) => readonly UserId[]
}

/**
 * Computes the payload once per event for all subscribers that get the same. Subscribers with the same object get the
 * same serialised bytes.
 */
export function samePayloadForAll<Facts extends object, Payload extends object>(
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
export function eventKind<Facts, Kept = Facts>(kind: EventKind<Facts, Kept>): EventKind<Facts, Kept> {
  return kind
}

/** An event as stored in the transaction of its act. */
export interface RecordedEvent {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly facts: unknown
}

/** Sends recorded events to the subscribers; implemented in the realtime room. */
export interface LiveEventSender {
  deliver(events: readonly RecordedEvent[]): void
}
