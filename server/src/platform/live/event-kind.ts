import type { TicketId, UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { MediaLinkSigner } from '../media-links'
import type { CompanyWork } from '../work'

/** A browser page with an open socket: its user, its session, and the views that it shows. */
export interface Subscriber {
  readonly viewer: Viewer
  readonly sessionId: string
  readonly views: {
    readonly statuses: ReadonlySet<TicketStatus>
    readonly notification: boolean
    readonly chatBoxes: ReadonlySet<TicketId>
  }
}

/** A message to a browser: the channel of the contract on which it is sent, and its payload. */
export interface SocketMessage {
  readonly channel: string
  readonly payload: unknown
  /** Further channels on which clients of the earlier API expect the same message. */
  readonly alsoOn?: readonly string[]
  /** True: the server closes the socket after this message, because the account was opened elsewhere. */
  readonly thenClose?: boolean
}

/**
 * The part of an event kind that code needs to record an event. The audience is only in `EventKind`, because it may
 * need a secret of the server.
 */
export interface RecordableEventKind<Facts, Kept = Facts> {
  /** The event's name in the code and the database, such as `ticket.changed`. */
  readonly name: string
  /** Absent at run time. It only carries the types for the compiler. */
  readonly types?: { readonly facts: Facts; readonly kept: Kept }
}

/** `facts` describe one event in plain JSON. `audience` is pure: it returns the message for one subscriber, or null. */
export interface EventKind<Facts, Kept = Facts> extends RecordableEventKind<Facts, Kept> {
  readonly audience: (facts: Facts, subscriber: Subscriber, links: MediaLinkSigner) => SocketMessage | null
  /**
   * Reads the facts again from what the transaction stored (`kept`), for an event that was not delivered. Null: the
   * row has been deleted since. Without `restore`, the transaction stores the facts themselves.
   */
  readonly restore?: (work: Pick<CompanyWork, 'db'>, kept: Kept) => Promise<Facts | null>
  /** The users whose rights this event changed. Their subscribers are loaded again before they get the event. */
  readonly resubscribes?: (facts: Facts) => readonly UserId[]
}

/** Makes an event's payload once for all subscribers, which also share the serialised bytes of this object. */
export function memoizePayload<Facts extends object, Payload extends object>(
  make: (facts: Facts, links: MediaLinkSigner) => Payload,
): (facts: Facts, links: MediaLinkSigner) => Payload {
  const made = new WeakMap<Facts, Payload>()
  return (facts, links) => {
    const payload = made.get(facts) ?? make(facts, links)
    made.set(facts, payload)
    return payload
  }
}

export function eventKind<Facts, Kept = Facts>(kind: EventKind<Facts, Kept>): EventKind<Facts, Kept> {
  return kind
}

export interface RecordedEvent {
  readonly id: number
  readonly companyId: number
  readonly name: string
  readonly facts: unknown
}

/** Sends recorded events to the subscribers. */
export interface LiveEventSender {
  deliver(events: readonly RecordedEvent[]): void
}
