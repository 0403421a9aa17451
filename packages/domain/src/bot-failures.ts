/** Why a call to an outside assistant or bot came to nothing, as the screens say it. */
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

/** Worth another try soon: what is wrong may pass by itself. */
export function mayPass(reason: BotFailureReason): boolean {
  return passing.has(reason)
}

const passing: ReadonlySet<BotFailureReason> = new Set([
  'unreachable',
  'timed-out',
  'too-many',
  'server-error',
  'unexpected',
])

/** How often a customer's message is taken to a bot before a person gets it. */
export const botTries = 3

/** A customer who gets so many answers of a bot within an hour is a bot too, or needs a person. */
export const botAnswersPerHour = 60
