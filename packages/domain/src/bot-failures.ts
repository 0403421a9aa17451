/** Why a call to an outside assistant or bot failed, as screens show it. */
export const botFailures = [
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
export type BotFailureReason = (typeof botFailures)[number]

/** True for a temporary failure, which a retry may cure. */
export function mayPass(reason: BotFailureReason): boolean {
  return transientCodes.has(reason)
}

const transientCodes: ReadonlySet<BotFailureReason> = new Set([
  'unreachable',
  'timed-out',
  'too-many',
  'server-error',
  'unexpected',
])

/** Attempts to bring a customer's message to a bot before a person gets it. */
export const botTries = 3

/** Answers of a bot within an hour after which its customer is probably a bot too, or needs a person. */
export const botAnswersPerHour = 60
