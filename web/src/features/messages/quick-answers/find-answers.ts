import type { QuickMessageChoice } from '@balcao/contract/quick-messages'
import { withoutAccents } from '../../../lib/without-accents'

/** Labels are cut here (CONVO-12). */
const labelLength = 35
/** As many as anybody looks through; one more letter finds the others. */
const most = 50

/** What is looked for while the whole input is a slash and something behind it; undefined otherwise (CONVO-11). */
export function wantedAnswer(input: string): string | undefined {
  return input.startsWith('/') && input.length > 1 ? input.slice(1) : undefined
}

/** The answers that fit, without regard to accents: shortcodes that begin so, shortcodes that hold it, then texts. */
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

/** `/prazo - Entregamos em até 10 dias…`, on one line; `filled` is its text as it would stand in the input. */
export function answerLabel({ shortcode, mediaName }: QuickMessageChoice, filled: string): string {
  const words = [`/${shortcode}`, filled.trim() === '' ? mediaName : filled].filter(Boolean).join(' - ')
  const letters = [...words.replace(/\s+/g, ' ')] // by characters: an emoji is not cut in two
  return letters.length > labelLength ? `${letters.slice(0, labelLength).join('')}…` : letters.join('')
}
