/** A part of a text, with the positions of the search matches. */
export interface Excerpt {
  readonly excerpt: string
  /** Start and end of each match in UTF-16 units of `excerpt`, sorted. */
  readonly marks: readonly (readonly [from: number, until: number])[]
}

/** The characters shown before the match, so that the match is visible in a narrow list. */
const before = 24
const maxExcerptLength = 160

/** Letters that Unicode does not decompose, replaced as in the database's text search dictionary. */
const letterReplacements: Readonly<Record<string, string>> = {
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
  if (letter <= '\u007f') return letter.toLowerCase() // no accents in ASCII; `normalize` is 10 times slower
  const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letterReplacements[bare] ?? bare
}

/** The positions of a search term in a text, ignoring case and accents. */
export function matchRangesOf(
  text: string,
  words: string,
): readonly (readonly [from: number, until: number])[] {
  const wanted = [...words.trim()].map(plain).join('')
  if (wanted === '') return []
  const places: number[] = [] // the index in `text` of each UTF-16 unit of the text without accents
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

/** The index in the original text after the letter that ends the match, including its combining accents. */
function endOf(places: readonly number[], until: number): number {
  let next = until
  while (next < places.length - 1 && places[next] === places[until - 1]) next++
  return places[next] ?? 0
}

/** One line of the text around the first match, else from the start (specification core 2.4). */
export function excerptAroundMatch(text: string, words: string): Excerpt {
  const line = text.replace(/\s+/g, ' ').trim()
  const search = words.replace(/\s+/g, ' ')
  const first = matchRangesOf(line, search)[0]?.[0] ?? 0
  const letters = [...line]
  const lettersBefore = [...line.slice(0, first)].length
  const from = lettersBefore > before ? wordBegin(letters, lettersBefore - before, lettersBefore) : 0
  const until = Math.min(letters.length, from + maxExcerptLength)
  const excerpt = `${from > 0 ? '…' : ''}${letters.slice(from, until).join('')}${until < letters.length ? '…' : ''}`
  return { excerpt, marks: matchRangesOf(excerpt, search) }
}

/**
 * The start of the first word after `from`, so that an excerpt does not begin within a word; `from` itself
 * when none starts before `latest`.
 */
function wordBegin(letters: readonly string[], from: number, latest: number): number {
  const space = letters.indexOf(' ', from)
  return space >= 0 && space < latest ? space + 1 : from
}
