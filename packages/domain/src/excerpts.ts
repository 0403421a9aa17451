/** A part of a text, and where in it the words stand that were looked for. */
export interface Excerpt {
  readonly excerpt: string
  /** From and until, in UTF-16 units of `excerpt`; one after the other. */
  readonly marks: readonly (readonly [from: number, until: number])[]
}

/** In characters: what a line of a list has room for, the words near its front. */
const before = 24
const longest = 160

/** What takes two letters, or another one, without its accent; the database's dictionary says the same. */
const unlike: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

function plain(letter: string): string {
  if (letter <= '\u007f') return letter.toLowerCase() // most letters: taking them apart costs ten times as much
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return unlike[bare] ?? bare
}

/** Where the words stand in a text, without regard to case and accents. */
export function marksOf(text: string, words: string): readonly (readonly [from: number, until: number])[] {
  const wanted = [...words.trim()].map(plain).join('')
  if (wanted === '') return []
  const places: number[] = [] // for each unit of the plain text the place of its letter, and of the next
  let bare = ''
  let at = 0
  for (const letter of text) {
    const units = plain(letter)
    for (let unit = 0; unit < units.length; unit++) places.push(at)
    bare += units
    at += letter.length
  }
  places.push(at)
  const marks: [number, number][] = []
  for (let from = bare.indexOf(wanted); from >= 0; from = bare.indexOf(wanted, from + wanted.length)) {
    marks.push([places[from] ?? 0, endOf(places, from + wanted.length)])
  }
  return marks
}

/** The place behind the letter of which the unit before `until` is a part, with the accents that follow it. */
function endOf(places: readonly number[], until: number): number {
  let next = until
  while (next < places.length - 1 && places[next] === places[until - 1]) next++
  return places[next] ?? 0
}

/** One line of the text around the words (specification core 2.4); its beginning where they do not stand in it. */
export function excerptAround(text: string, words: string): Excerpt {
  const line = text.replace(/\s+/g, ' ').trim()
  const search = words.replace(/\s+/g, ' ')
  const first = marksOf(line, search)[0]?.[0] ?? 0
  const letters = [...line]
  const lettersBefore = [...line.slice(0, first)].length
  const from = lettersBefore > before ? wordBegin(letters, lettersBefore - before, lettersBefore) : 0
  const until = Math.min(letters.length, from + longest)
  const excerpt = `${from > 0 ? '…' : ''}${letters.slice(from, until).join('')}${until < letters.length ? '…' : ''}`
  return { excerpt, marks: marksOf(excerpt, search) }
}

/** The first beginning of a word from here on, but not behind `latest`. */
function wordBegin(letters: readonly string[], from: number, latest: number): number {
  const space = letters.indexOf(' ', from)
  return space >= 0 && space < latest ? space + 1 : from
}
