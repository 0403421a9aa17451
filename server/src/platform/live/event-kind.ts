import type { TicketId, UserId } from '@balcao/domain/ids'
import type { Viewer } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { MediaLinkSigner } from '../media-links'
import type { CompanyWork } from '../work'

/** A page with an open socket: its user, its session, and the views that it shows. */
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
  /** True: the server closes the socket after this message, because the account was opened elsewhere. */
  readonly thenClose?: boolean
}

/** The part of an event kind that the code which records events needs. The audience may need a secret of the server. */
export interface RecordableEventKind<Facts, Kept = Facts> {
  /** The name inside the app, such as `ticket.changed`. */
  readonly name: string
  /** Only for the compiler. */
  readonly types?: { readonly facts: Facts; readonly kept: Kept }
}

/** `facts` are plain JSON. `audience` is pure: it decides which message one subscriber gets, if any. */
export interface EventKind<Facts, Kept = Facts> extends RecordableEventKind<Facts, Kept> {
  readonly audience: (facts: Facts, subscriber: Subscriber, links: MediaLinkSigner) => SocketMessage | null
  /**
   * Reads the facts again from what the transaction stored (`kept`), for an event that was not delivered. Null: the
   * row has been deleted since. Without `restore`, the transaction stores the facts themselves.
   */
  readonly restore?: (work: Pick<CompanyWork, 'db'>, kept: Kept) => Promise<Facts | null>
  /** Users whose rights changed. Their subscribers are loaded again before they get anything else. */
  readonly resubscribes?: (facts: Facts) => readonly UserId[]
}

/** Subscribers with the same payload object share its serialised bytes. */
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
