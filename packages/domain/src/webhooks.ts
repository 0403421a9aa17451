/** What a program may be told of (docs/features/webhooks.md). Messages first, then the lines of a ticket's history. */
export const webhookEvents = [
  'message.received',
  'message.sent',
  'message.ack',
  'message.changed',
  'ticket.created',
  'ticket.queued',
  'ticket.accepted',
  'ticket.returned',
  'ticket.transferred',
  'ticket.closed',
  'ticket.reopened',
  'ticket.rated',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** What a delivery tells of: something that happened, or nothing but that the address answers. */
export const deliveryEvents = [...webhookEvents, 'test'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

/** What of a message changed, in `message.changed`. */
export const messageChanges = ['edited', 'deleted', 'reaction', 'media', 'content', 'failed'] as const
export type MessageChange = (typeof messageChanges)[number]

/** What every call bears beside its body. */
export const webhookHeaders = [
  'x-balcao-event',
  'x-balcao-delivery',
  'x-balcao-attempt',
  'x-balcao-signature',
] as const

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a call came to nothing. `refused`: another status than 2xx; `gone`: 410, or what was to be told of does not exist
 * any more (`nothing-left`). `dropped`: too much waited.
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
  /** Of one company. */
  count: 20,
  address: 2_000,
  /** Whoever has not answered by then has failed. */
  patienceMs: 10 * secondMs,
  /** Bytes of an answer; more is a failure. */
  answer: 256 * 1024,
  /** Characters of an answer that the log keeps. */
  excerpt: 1_000,
  /** Deliveries that may wait for one address before it is switched off. */
  backlog: 20_000,
  /** How long the log knows a delivery, waiting or not. */
  keptMs: 15 * 24 * hourMs,
  logPage: 30,
} as const

/** After the first, second, … try that failed. With the first one there are seven tries, over less than nine hours. */
const pausesMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const

/** How long a delivery waits after so many tries; null: it is given up. */
export function pauseAfter(attempts: number): number | null {
  return pausesMs[attempts - 1] ?? null
}

/** So many calls in a row that failed switch a webhook off until somebody switches it on (SECURITY E2). */
export const failuresUntilOff = 20

const failuresUntilRest = 3
const longestRestMs = 10 * minuteMs

/**
 * How long an address is left alone after so many failed calls in a row: a server process that is down is asked now and then, by
 * one call, instead of once for everything that happens. Twenty failures then take more than two hours.
 */
export function restAfter(failures: number): number {
  if (failures < failuresUntilRest) return 0
  return Math.min(30 * secondMs * 2 ** (failures - failuresUntilRest), longestRestMs)
}

/** What a series of answers means for a webhook: its failures in a row, and whether the server switches it off. */
export function standingAfter(
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
