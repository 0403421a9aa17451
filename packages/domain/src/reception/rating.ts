import type { Rating } from '../tickets'
import { normalizedAnswerText, parseCustomerAnswer } from './answers'
import { botTexts } from './bot-texts'

/** How long the server accepts a rating after asking for it (BOT-09). */
const ratingWindowMs = 24 * 3_600_000

/** The rating in a text: exactly 1, 2 or 3 as digit, emoji or word, or the name of a rating. */
export function parseRating(text: string): Rating | null {
  const answer = parseCustomerAnswer(text)
  if (answer.kind === 'main-menu') return null
  if (answer.kind === 'words') return byStep.get(answer.words) ?? null
  const rating = ratings.find((one) => one === answer.number) ?? null
  // A number with further text is a rating only as a copied line of the scale, such as `2 - satisfeito`.
  return answer.words === '' || byStep.get(normalizedAnswerText(answer.words.replace(/^\d+/, ''))) === rating
    ? rating
    : null
}

export function isRatingAccepted(askedAt: Date, now: Date): boolean {
  return now.getTime() - askedAt.getTime() < ratingWindowMs
}

/** The scale from 1 to 3 that the customer reads below the company's request for a rating. */
export function ratingScaleText(language: string): string {
  const { scale } = botTexts(language)
  return scale.map((step, at) => `*[ ${at + 1} ]* - ${step}`).join('\n')
}

const ratings: readonly Rating[] = [1, 2, 3]
const byStep = new Map(
  ['pt', 'en', 'es'].flatMap((language) =>
    botTexts(language).scale.map((step, at) => [normalizedAnswerText(step), (at + 1) as Rating] as const),
  ),
)
