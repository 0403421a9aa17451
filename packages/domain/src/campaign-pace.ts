import type { CampaignPace } from './campaign-settings'

/** Where a connection stands in its pace; instants in milliseconds. */
export interface PaceState {
  /** When the last long pause ended, or sending began. */
  readonly longPauseEndedAt: number
  /** No earlier may the next contact be written to. */
  readonly pacedUntil: number
}

/**
 * Where the connection stands once a contact was written to at this instant (CAMP-28): the next one waits a random 1 to
 * `messageInterval` seconds, or `greaterInterval` when `longerIntervalAfter` seconds have passed since the last long
 * pause ended. Pure; the random part is `chance` in 0..1.
 */
export function paceAfterContact(
  pace: CampaignPace,
  { longPauseEndedAt }: Pick<PaceState, 'longPauseEndedAt'>,
  now: number,
  chance: number,
): PaceState {
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

/** A message that is taken by WhatsApp, its receipts and the next turn take about as long. */
const secondsOfAContact = 1

/**
 * How long so many contacts will probably take at this pace, in seconds: pauses last as long as they do on average. The
 * last contact is followed by none.
 */
export function estimatedSeconds(pace: CampaignPace, contacts: number): number {
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
 * How many contacts a connection writes to until this campaign has written to all of its own, when it takes turns with
 * the others.
 */
export function contactsUntilEnd(own: number, others: readonly number[]): number {
  return own + others.reduce((sum, other) => sum + Math.min(own, other), 0)
}
