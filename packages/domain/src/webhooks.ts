import { type TicketHistoryKind, ticketHistoryKinds } from './tickets'

/**
 * The events that a webhook can subscribe to (docs/features/webhooks.md). Messages first, then the lines of a ticket's
 * history.
 */
export const webhookEvents = [
  'message.received',
  'message.sent',
  'message.ack',
  'message.changed',
  ...ticketHistoryKinds.filter(isTold).map((kind) => `ticket.${kind}` as const),
] as const
/** What the product did not send concerns no program. */
export function isTold(kind: TicketHistoryKind): kind is Exclude<TicketHistoryKind, 'unsent'> {
  return kind !== 'unsent'
}
export type WebhookEvent = (typeof webhookEvents)[number]

/** The event of a delivery: an event of the product, or a test that the address answers. */
export const deliveryEvents = [...webhookEvents, 'test'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

/** The changed part of a message, in `message.changed`. */
export const messageChanges = ['edited', 'deleted', 'reaction', 'media', 'content', 'failed'] as const
export type MessageChange = (typeof messageChanges)[number]

/** The headers of every call. */
export const webhookHeaders = [
  'x-balcao-event',
  'x-balcao-delivery',
  'x-balcao-attempt',
  'x-balcao-signature',
] as const

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a call failed. `refused`: another status than 2xx; `gone`: 410; `nothing-left`: the object of the event was
 * deleted. `dropped`: the backlog was too long.
 */
export const deliveryFailures = [
  'unreachable',
  'timed-out',
  'address-refused',
  'too-large',
  'refused',
  'gone',
  'nothing-left',
  'dropped',
] as const
export type DeliveryFailure = (typeof deliveryFailures)[number]

/** Why the server itself switched a webhook off. */
export const offReasons = ['failures', 'gone', 'backlog', 'not-in-plan'] as const
export type OffReason = (typeof offReasons)[number]

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

export const webhookLimits = {
  /** For one company. */
  count: 20,
  address: 2_000,
  /** A call without an answer by then has failed. */
  timeoutMs: 10 * secondMs,
  /** Bytes of an answer; a longer one is a failure. */
  answer: 256 * 1024,
  /** Characters of an answer that the log stores. */
  excerpt: 1_000,
  /** Deliveries that may wait for one address before it is switched off. */
  backlog: 20_000,
  /** How long the log stores a delivery, in any state. */
  keptMs: 15 * 24 * hourMs,
  logPage: 30,
} as const

/**
 * After the first, second, … failed attempt. With the first one there are seven attempts, over less than nine hours.
 */
const pausesMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const

/** How long a delivery waits after so many attempts; null: it is given up. */
export function pauseAfter(attempts: number): number | null {
  return pausesMs[attempts - 1] ?? null
}

/** Consecutive failed calls that switch a webhook off until an admin switches it on (SECURITY E2). */
export const failuresUntilOff = 20

const failuresUntilRest = 3
const longestRestMs = 10 * minuteMs

/**
 * How long an address rests after so many consecutive failures: a server that is down gets one call now and then
 * instead of one for every event. Twenty failures then take more than two hours.
 */
export function restAfter(failures: number): number {
  if (failures < failuresUntilRest) return 0
  return Math.min(30 * secondMs * 2 ** (failures - failuresUntilRest), longestRestMs)
}

/**
 * The state of a webhook after a series of answers: its consecutive failures, and whether the server switches it off.
 */
export function failureStateAfter(
  failures: number,
  outcomes: readonly (DeliveryFailure | null)[],
): { readonly failures: number; readonly off: OffReason | null } {
  let inARow = failures
  for (const outcome of outcomes) {
    if (outcome === 'gone') return { failures: inARow + 1, off: 'gone' }
    if (outcome === null) inARow = 0
    else if (outcome !== 'nothing-left') inARow += 1
  }
  return { failures: inARow, off: inARow >= failuresUntilOff ? 'failures' : null }
}
