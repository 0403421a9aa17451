import type { QuickMessageChoice } from '@balcao/contract/quick-messages'
import { withoutAccents } from '../../../lib/without-accents'

/** Labels are cut at this length (CONVO-12). */
const labelLength = 35
/** A longer list is of no use; one more letter narrows it. */
const most = 50

/** The searched text while the whole input is a slash with text behind it; undefined otherwise (CONVO-11). */
export function wantedAnswer(input: string): string | undefined {
  return input.startsWith('/') && input.length > 1 ? input.slice(1) : undefined
}

/**
 * The matching answers, regardless of accents: shortcodes that begin with the text, shortcodes that contain it, then texts.
 */
export function findAnswers(
  answers: readonly QuickMessageChoice[],
  wanted: string,
): readonly QuickMessageChoice[] {
  const words = withoutAccents(wanted.trim())
  const ranked = answers
    .map((answer) => ({ answer, rank: rankOf(answer, words) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.answer.shortcode.localeCompare(b.answer.shortcode, 'pt-BR'))
  return ranked.slice(0, most).map(({ answer }) => answer)
}

function rankOf({ shortcode, message }: QuickMessageChoice, words: string): number {
  const code = withoutAccents(shortcode)
  if (code.startsWith(words)) return 0
  if (code.includes(words)) return 1
  return withoutAccents(message).includes(words) ? 2 : 3
}

/** `/prazo - Entregamos em até 10 dias…`, on one line; `filled` is its text with the variables filled in. */
export function answerLabel({ shortcode, mediaName }: QuickMessageChoice, filled: string): string {
  const words = [`/${shortcode}`, filled.trim() === '' ? mediaName : filled].filter(Boolean).join(' - ')
  const letters = [...words.replace(/\s+/g, ' ')] // by characters: an emoji is not cut in two
  return letters.length > labelLength ? `${letters.slice(0, labelLength).join('')}…` : letters.join('')
}
