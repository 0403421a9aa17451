/** What a customer's words say to a menu. */
export type Answer =
  | { readonly kind: 'main-menu' }
  /** `words` is empty for a bare number, else all that it was said with, folded: perhaps a name that begins so. */
  | { readonly kind: 'number'; readonly number: number; readonly words: string }
  /** Plain words, folded: perhaps the name of an option. */
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

/** What people put around a number: `*1*`, `[ 1 ]`, `1.`, `(1)`. */
const wrapping = /^[\s*_~[\](){}.,:;!?"'`º°ª-]+|[\s*_~[\](){}.,:;!?"'`º°ª-]+$/gu
/** The variation selector and the square that make a keycap of a digit. */
const keycap = /[\ufe0f\u20e3]/g
/** A longer one is a telephone number, or nothing that a menu has. */
const longestNumber = 4

/** A line of the menu as it was copied: `1 - vendas`, `1 ]* - vendas`, `1) vendas`, `1. vendas`. */
const menuLine = /^(\d+)[\s*_~]*(?:[-–—)\]][\s*_~–—-]*|[.:]\s+)\p{L}/u
const numbered = /^(?:(?:a|la|the) )?(?:opcao|opcion|option|numero|number)[ :.-]+/

/** A longer text is a letter. It is not taken apart: that takes time by the square of its length, and a stranger wrote it. */
const longestAnswer = 500

/** Reads an answer: digits, emoji digits, words in our three languages, a copied line of the menu, and `#`. */
export function readAnswer(text: string): Answer {
  const bare = text.trim()
  if (bare.length > longestAnswer) return { kind: 'words', words: foldedWords(bare.slice(0, longestAnswer)) }
  const plain = bare.replaceAll('🔟', '10').normalize('NFKC').replace(keycap, '').trim()
  if (unwrapped(plain, /^[\s*_[\]()]+|[\s*_[\]().]+$/g) === '#') return { kind: 'main-menu' }
  const words = foldedWords(plain)
  const alone = numberIn(words)
  if (alone !== null) return { kind: 'number', number: alone, words: '' }
  const afterWord = unwrapped(words.replace(numbered, ''), wrapping)
  // Several lines are a letter, whatever the first begins with.
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

/** Without capitals, accents and what stands around: how a title is found by its words. */
export function foldedWords(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ')
  return unwrapped(bare, wrapping)
}

function unwrapped(text: string, around: RegExp): string {
  return text.replace(around, '')
}
