import type { CampaignPace } from './campaign-settings'

/**
 * The state that decides when a connection may write to a campaign's next contact. Times are in milliseconds
 * since 1970.
 */
export interface CampaignPaceState {
  /** When the last long pause ended; before the first one, when sending began. */
  readonly longPauseEndedAt: number
  readonly pacedUntil: number
}

/**
 * The state after writing to a contact (CAMP-28). The next contact waits a random 1 to `messageInterval`
 * seconds, or `greaterInterval` after each `longerIntervalAfter` seconds. `chance`, 0 to 1, is the random
 * number.
 */
export function campaignPaceStateAfterSend(
  pace: CampaignPace,
  { longPauseEndedAt }: Pick<CampaignPaceState, 'longPauseEndedAt'>,
  now: number,
  chance: number,
): CampaignPaceState {
  if (isLongPauseDue(pace, longPauseEndedAt, now)) {
    const until = now + pace.greaterInterval * 1000
    return { longPauseEndedAt: until, pacedUntil: until }
  }
  return { longPauseEndedAt, pacedUntil: now + shortPauseSeconds(pace, chance) * 1000 }
}

function isLongPauseDue(pace: CampaignPace, longPauseEndedAt: number, now: number): boolean {
  if (pace.longerIntervalAfter === 0 || pace.greaterInterval === 0) return false
  return now - longPauseEndedAt >= pace.longerIntervalAfter * 1000
}

function shortPauseSeconds({ messageInterval }: CampaignPace, chance: number): number {
  return messageInterval === 0 ? 0 : 1 + Math.floor(chance * messageInterval)
}

/** How long one contact takes besides the pauses: the time until WhatsApp has accepted the message. */
const secondsOfAContact = 1

/** The estimated time to write to so many contacts, with average pauses and none after the last one. */
export function estimatedCampaignSeconds(pace: CampaignPace, contacts: number): number {
  if (contacts <= 0) return 0
  const short = (pace.messageInterval === 0 ? 0 : (1 + pace.messageInterval) / 2) + secondsOfAContact
  const pauses = contacts - 1
  if (pace.longerIntervalAfter === 0 || pace.greaterInterval === 0) return Math.ceil(pauses * short)
  const shortsOfCycle = Math.ceil(pace.longerIntervalAfter / short)
  const cycles = Math.floor(pauses / (shortsOfCycle + 1))
  const rest = pauses - cycles * (shortsOfCycle + 1)
  const seconds = cycles * (shortsOfCycle * short + pace.greaterInterval + secondsOfAContact) + rest * short
  return Math.ceil(seconds)
}

/**
 * How many contacts a connection writes to until a campaign with `own` contacts ends. The connection
 * alternates between its campaigns, so contacts of the `others` count too.
 */
export function contactsUntilCampaignEnd(own: number, others: readonly number[]): number {
  return own + others.reduce((sum, other) => sum + Math.min(own, other), 0)
}
