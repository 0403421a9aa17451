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

/** The limit of bot answers to one customer. One who gets more is probably a bot too, or needs a person. */
export const maxBotAnswersPerHour = 60
