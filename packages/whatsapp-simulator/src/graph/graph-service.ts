import type { Chance } from '../chance'
import type { Happenings } from '../happenings'
import type { MediaStore } from '../media/store'
import type { FaultList } from './faults'
import type { RateCounters } from './rates'
import type { Webhooks } from './webhooks'
import type { GraphWorld } from './world'

/** Where the fact sheet of the API leaves a doubt, or tests need other values than Meta's. */
export interface GraphRules {
  /**
   * True: an order that Meta accepts and then fails (131026, 131042, 131047, 131048, 131049, 131050) is refused in the
   * answer. False, as Meta does mostly: a status tells it.
   */
  refusesAtOnce: boolean
  /** A customer's reaction opens the window. */
  reactionsOpenWindow: boolean
  /** The most contacts in one message. */
  contactsPerMessage: number
  /** Messages to one person at once; each further one needs six seconds. */
  pairBurst: number
  /** People whom a portfolio of `TIER_250` may reach outside the window within 24 hours. */
  smallestTier: number
  /** Management calls per hour, app and account. */
  managementCallsPerHour: number
  /** New templates are approved at once, without a review by a person. */
  approvesTemplates: boolean
  /** Sent messages are delivered at once when the customer's phone is on. */
  delivers: boolean
  /** The pause before a failed webhook is repeated; it doubles up to an hour. */
  retryAfterMs: number
  /** How long a callback may take to answer. */
  callbackWithinMs: number
}

export const usualGraphRules: Readonly<GraphRules> = {
  refusesAtOnce: false,
  reactionsOpenWindow: true,
  contactsPerMessage: 257,
  pairBurst: 45,
  smallestTier: 250,
  managementCallsPerHour: 200,
  approvesTemplates: false,
  delivers: true,
  retryAfterMs: 5_000,
  callbackWithinMs: 10_000,
}

/** The state that every part of the simulated Graph API shares. */
export interface GraphService {
  readonly world: GraphWorld
  /** Files by `graph-` and the media's id. */
  readonly files: MediaStore
  readonly chance: Chance
  readonly happenings: Happenings
  readonly rules: GraphRules
  readonly faults: FaultList
  readonly rates: RateCounters
  readonly webhooks: Webhooks
  /** Until when a customer sees the business typing, by `typingKey`. */
  readonly typing: Map<string, number>
  /** `http://127.0.0.1:PORT/graph` */
  readonly url: string
  /** Signs the addresses of media. */
  readonly mediaSecret: Buffer
  /** Milliseconds since 1970. */
  now(): number
  /** Tells page and waiting tests that something changed. */
  changed(): void
}
