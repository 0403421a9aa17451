/** Why a call to an outside assistant or bot failed. */
export const botFailureReasons = [
  'unreachable',
  'timed-out',
  'address-refused',
  'unauthorized',
  'too-many',
  'server-error',
  'refused',
  'garbage',
  'misconfigured',
  'unexpected',
] as const
export type BotFailureReason = (typeof botFailureReasons)[number]

/** True for a temporary failure, where a retry may succeed. */
export function isTransientBotFailure(reason: BotFailureReason): boolean {
  return transientCodes.has(reason)
}

const transientCodes: ReadonlySet<BotFailureReason> = new Set([
  'unreachable',
  'timed-out',
  'too-many',
  'server-error',
  'unexpected',
])

/** How often the server tries to send a customer's message to a bot before a person gets the ticket. */
export const maxBotCallAttempts = 3

/**
 * The most answers of a bot to one customer within an hour. Beyond this limit the customer is probably a bot
 * too, or needs a person.
 */
export const maxBotAnswersPerHour = 60
