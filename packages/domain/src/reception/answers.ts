export type ParsedCustomerAnswer =
  | { readonly kind: 'main-menu' }
  /** `words` is empty for a number alone, else the normalized text, which may be a name. */
  | { readonly kind: 'number'; readonly number: number; readonly words: string }
  /** A normalized text, which may be the name of an option. */
  | { readonly kind: 'words'; readonly words: string }

const numberWords: readonly (readonly string[])[] = [
  ['zero', 'cero'],
  ['um', 'uma', 'one', 'uno', 'una', 'un'],
  ['dois', 'duas', 'two', 'dos'],
  ['tres', 'three'],
  ['quatro', 'four', 'cuatro'],
  ['cinco', 'five'],
  ['seis', 'six'],
  ['sete', 'seven', 'siete'],
  ['oito', 'eight', 'ocho'],
  ['nove', 'nine', 'nueve'],
  ['dez', 'ten', 'diez'],
  ['onze', 'eleven', 'once'],
  ['doze', 'twelve', 'doce'],
  ['treze', 'thirteen', 'trece'],
  ['quatorze', 'catorze', 'fourteen', 'catorce'],
  ['quinze', 'fifteen', 'quince'],
  ['dezesseis', 'dezasseis', 'sixteen', 'dieciseis'],
  ['dezessete', 'dezassete', 'seventeen', 'diecisiete'],
  ['dezoito', 'eighteen', 'dieciocho'],
  ['dezenove', 'dezanove', 'nineteen', 'diecinueve'],
]
const tensWords: readonly (readonly string[])[] = [
  ['vinte', 'twenty', 'veinte'],
  ['trinta', 'thirty', 'treinta'],
  ['quarenta', 'forty', 'cuarenta'],
  ['cinquenta', 'fifty', 'cincuenta'],
  ['sessenta', 'sixty', 'sesenta'],
  ['setenta', 'seventy'],
  ['oitenta', 'eighty', 'ochenta'],
  ['noventa', 'ninety'],
]
const byWord = new Map([
  ...numberWords.flatMap((words, number) => words.map((word) => [word, number] as const)),
  ...tensWords.flatMap((words, at) => words.map((word) => [word, 10 * (at + 2)] as const)),
])

/** Matches what customers write around a number: `*1*`, `[ 1 ]`, `1.`, `(1)`. */
const wrapping = /^[\s*_~[\](){}.,:;!?"'`º°ª-]+|[\s*_~[\](){}.,:;!?"'`º°ª-]+$/gu
/** Matches the two characters that turn a digit into a keycap emoji such as 1️⃣. */
const keycap = /[\ufe0f\u20e3]/g
/** The most digits of an answer. No menu has an option with a longer number. */
const longestNumber = 4

/** A line that the customer copied from the menu: `1 - vendas`, `1 ]* - vendas`, `1) vendas`, `1. vendas`. */
const menuLine = /^(\d+)[\s*_~]*(?:[-–—)\]][\s*_~–—-]*|[.:]\s+)\p{L}/u
const numbered = /^(?:(?:a|la|the) )?(?:opcao|opcion|option|numero|number)[ :.-]+/

/** Longer texts are not parsed: parsing takes quadratic time, so a stranger could block the server. */
const longestAnswer = 500

/**
 * The menu number that a customer's text means: digits, emoji digits, number words in three languages, a
 * copied line of the menu, or `#`.
 */
export function parseCustomerAnswer(text: string): ParsedCustomerAnswer {
  const bare = text.trim()
  if (bare.length > longestAnswer)
    return { kind: 'words', words: normalizedAnswerText(bare.slice(0, longestAnswer)) }
  const plain = bare.replaceAll('🔟', '10').normalize('NFKC').replace(keycap, '').trim()
  if (unwrapped(plain, /^[\s*_[\]()]+|[\s*_[\]().]+$/g) === '#') return { kind: 'main-menu' }
  const words = normalizedAnswerText(plain)
  const alone = numberIn(words)
  if (alone !== null) return { kind: 'number', number: alone, words: '' }
  const afterWord = unwrapped(words.replace(numbered, ''), wrapping)
  // A text of several lines is no copied menu line, even if its first line looks like one.
  const line = plain.includes('\n') ? undefined : menuLine.exec(afterWord)?.[1]
  const number = numberIn(line ?? (afterWord === words ? '' : afterWord))
  return number === null ? { kind: 'words', words } : { kind: 'number', number, words }
}

function numberIn(words: string): number | null {
  if (/^\d+$/.test(words)) return words.length <= longestNumber ? Number(words) : null
  const [tens = '', unit] = words.replace(/^veinti/, 'veinte y ').split(/ [ey] |[ -]/)
  const whole = byWord.get(words)
  if (whole !== undefined) return whole
  const [high = 0, low = 0] = [byWord.get(tens), byWord.get(unit ?? '')]
  return high >= 20 && low >= 1 && low <= 9 ? high + low : null
}

/** The text in lower case, without accents and decoration, to compare it with an option's title. */
export function normalizedAnswerText(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
  return unwrapped(bare, wrapping)
}

function unwrapped(text: string, around: RegExp): string {
  return text.replace(around, '')
}
