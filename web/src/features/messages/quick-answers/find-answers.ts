import type { QuickMessageSuggestion } from '@balcao/contract/quick-messages'
import { foldCaseAndAccents } from '../../../lib/without-accents'

/** Labels are cut to this number of characters (CONVO-12). */
const labelLength = 35
/** The maximum number of listed answers. The user types more letters to find others. */
const most = 50

/** The text behind the slash, while the input is a slash and a text; undefined otherwise (CONVO-11). */
export function quickAnswerSearchText(input: string): string | undefined {
  return input.startsWith('/') && input.length > 1 ? input.slice(1) : undefined
}

/** Finds answers by shortcode or text, ignoring accents. Shortcodes that begin with the text come first. */
export function findQuickAnswers(
  answers: readonly QuickMessageSuggestion[],
  wanted: string,
): readonly QuickMessageSuggestion[] {
  const words = foldCaseAndAccents(wanted.trim())
  const ranked = answers
    .map((answer) => ({ answer, rank: rankOf(answer, words) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || a.answer.shortcode.localeCompare(b.answer.shortcode, 'pt-BR'))
  return ranked.slice(0, most).map(({ answer }) => answer)
}

function rankOf({ shortcode, message }: QuickMessageSuggestion, words: string): number {
  const code = foldCaseAndAccents(shortcode)
  if (code.startsWith(words)) return 0
  if (code.includes(words)) return 1
  return foldCaseAndAccents(message).includes(words) ? 2 : 3
}

/** An answer in one line: `/prazo - Entregamos em até…`. `filled` is its text with variables filled in. */
export function quickAnswerLabel({ shortcode, mediaName }: QuickMessageSuggestion, filled: string): string {
  const words = [`/${shortcode}`, filled.trim() === '' ? mediaName : filled].filter(Boolean).join(' - ')
  const letters = [...words.replace(/\s+/g, ' ')] // Splits by characters, so that no emoji is cut in two.
  return letters.length > labelLength ? `${letters.slice(0, labelLength).join('')}…` : letters.join('')
}
