import { type TicketHistoryKind, ticketHistoryKinds } from './tickets'

/** The events that webhooks report: first those of messages, then those of a ticket's history. */
export const webhookEvents = [
  'message.received',
  'message.sent',
  'message.ack',
  'message.changed',
  ...ticketHistoryKinds.filter(isReportedToWebhooks).map((kind) => `ticket.${kind}` as const),
] as const
/** True for history entries that webhooks report. `unsent` is left out: it matters only to the users. */
export function isReportedToWebhooks(kind: TicketHistoryKind): kind is Exclude<TicketHistoryKind, 'unsent'> {
  return kind !== 'unsent'
}
export type WebhookEvent = (typeof webhookEvents)[number]

export const deliveryEvents = [...webhookEvents, 'test'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

export const reportedMessageChanges = ['edited', 'deleted', 'reaction', 'media', 'content', 'failed'] as const
export type ReportedMessageChange = (typeof reportedMessageChanges)[number]

export const webhookHeaders = [
  'x-balcao-event',
  'x-balcao-delivery',
  'x-balcao-attempt',
  'x-balcao-signature',
] as const

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/**
 * Why a delivery failed. `refused`: a status other than 2xx. `gone`: status 410. `nothing-left`: the event's
 * ticket or message was deleted. `dropped`: too many deliveries were waiting.
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

export const webhookOffReasons = ['failures', 'gone', 'backlog', 'not-in-plan'] as const
export type WebhookOffReason = (typeof webhookOffReasons)[number]

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

export const webhookLimits = {
  /** The most webhooks of one company. */
  count: 20,
  address: 2_000,
  timeoutMs: 10 * secondMs,
  /** The most bytes of a receiver's answer; a longer answer counts as a failure. */
  answer: 256 * 1024,
  /** How many characters of an answer the delivery log stores. */
  excerpt: 1_000,
  /** Beyond this number of waiting deliveries, the server switches the webhook off. */
  backlog: 20_000,
  /** How long the delivery log stores a delivery. */
  keptMs: 15 * 24 * hourMs,
  logPage: 30,
} as const

/** The pauses after the first, second … failed attempt: seven attempts in less than nine hours. */
const pausesMs = [30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs] as const

/** The pause after `attempts` failed attempts; null when the server gives the delivery up. */
export function deliveryRetryDelayMs(attempts: number): number | null {
  return pausesMs[attempts - 1] ?? null
}

/** After so many failures in a row, a webhook is off until an admin switches it on (SECURITY E2). */
export const webhookFailuresUntilOff = 20

const failuresUntilRest = 3
const longestRestMs = 10 * minuteMs

/**
 * How long all deliveries of a webhook pause after `failures` failures in a row, so that a broken receiver
 * gets few requests. The pauses before the webhook is switched off sum to more than two hours.
 */
export function webhookCooldownMs(failures: number): number {
  if (failures < failuresUntilRest) return 0
  return Math.min(30 * secondMs * 2 ** (failures - failuresUntilRest), longestRestMs)
}

/** The consecutive failures after a series of answers, and whether the server switches the webhook off. */
export function webhookFailureStateAfter(
  failures: number,
  outcomes: readonly (DeliveryFailure | null)[],
): { readonly failures: number; readonly off: WebhookOffReason | null } {
  let inARow = failures
  for (const outcome of outcomes) {
    if (outcome === 'gone') return { failures: inARow + 1, off: 'gone' }
    if (outcome === null) inARow = 0
    else if (outcome !== 'nothing-left') inARow += 1
  }
  return { failures: inARow, off: inARow >= webhookFailuresUntilOff ? 'failures' : null }
}
