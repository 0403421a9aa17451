export type FormattedTextPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly inside: readonly FormattedTextPiece[] }
  | { readonly kind: 'code' | 'block'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly address: string }

type Emphasis = 'bold' | 'italic' | 'strike'
const emphasisOf: Readonly<Record<string, Emphasis>> = { '*': 'bold', _: 'italic', '~': 'strike' }
const kindsOfEmphasis = ['bold', 'italic', 'strike'] as const

/**
 * Parses WhatsApp's formatting and links into pieces, which are rendered as React nodes, never as HTML. The time
 * is linear in the length of the text, which strangers write: searching the end of each mark would freeze the page
 * for seconds (65,535 characters of `*a `).
 */
export function parseWhatsappText(text: string): readonly FormattedTextPiece[] {
  return possibleMarks.test(text)
    ? parseMarks(text, nextEnds(text), 0, text.length)
    : [{ kind: 'words', text }]
}

/** Most messages contain none of these, and need not be parsed. */
const possibleMarks = /[*_~`]|https?:|www\./i

/** The maximum length of a text without formatting, in characters; one visible line shows fewer. */
const longestLine = 1_000

export function textWithoutFormatting(text: string): string {
  return parseWhatsappText(text.slice(0, longestLine)).map(textOfPiece).join('')
}

function textOfPiece(piece: FormattedTextPiece): string {
  return 'inside' in piece ? piece.inside.map(textOfPiece).join('') : piece.text
}

/**
 * For each kind of mark: an array that maps each position of the text to the next end of the mark, or to the
 * text's length.
 */
interface NextEnds {
  readonly emphasis: Readonly<Record<Emphasis, Int32Array>>
  readonly backtick: Int32Array
  readonly fence: Int32Array
  readonly lineBreak: Int32Array
  readonly link: Int32Array
}

function nextEnds(text: string): NextEnds {
  const none = text.length
  const places = () => new Int32Array(none + 1).fill(none)
  const emphasis = { bold: places(), italic: places(), strike: places() }
  const ends = { emphasis, backtick: places(), fence: places(), lineBreak: places(), link: places() }
  for (let at = none - 1; at >= 0; at--) {
    const sign = text.charAt(at)
    const isLineBreak = sign === '\n'
    for (const kind of kindsOfEmphasis)
      rememberMark(emphasis[kind], at, isClosingMark(text, at, kind), isLineBreak)
    rememberMark(ends.backtick, at, sign === '`')
    rememberMark(ends.fence, at, sign === '`' && text.charAt(at + 1) === '`' && text.charAt(at + 2) === '`')
    rememberMark(ends.lineBreak, at, isLineBreak)
    rememberMark(ends.link, at, endsLink.test(sign))
  }
  return ends
}

function rememberMark(places: Int32Array, at: number, isHere: boolean, startsAnew = false): void {
  const later = startsAnew ? places.length - 1 : (places[at + 1] ?? places.length - 1)
  places[at] = isHere ? at : later
}

const endsLink = /[\s<>"]/

function isClosingMark(text: string, at: number, kind: Emphasis): boolean {
  return emphasisOf[text.charAt(at)] === kind && !isBlank(text.charAt(at - 1)) && isEdge(text.charAt(at + 1))
}

/** Marks of one kind do not nest, so the recursion is at most three levels deep. */
function parseMarks(text: string, ends: NextEnds, from: number, to: number): readonly FormattedTextPiece[] {
  const pieces: FormattedTextPiece[] = []
  const part: Part = { text, ends, to }
  let wordsFrom = from
  let at = from
  while (at < to) {
    const found = codeAt(part, at) ?? linkAt(part, at) ?? emphasisAt(part, at)
    if (found === undefined) {
      at += 1
      continue
    }
    if (wordsFrom < at) pieces.push({ kind: 'words', text: text.slice(wordsFrom, at) })
    pieces.push(found.piece)
    at = found.end
    wordsFrom = at
  }
  if (wordsFrom < to) pieces.push({ kind: 'words', text: text.slice(wordsFrom, to) })
  return pieces
}

interface Part {
  readonly text: string
  readonly ends: NextEnds
  readonly to: number
}

interface Found {
  readonly piece: FormattedTextPiece
  readonly end: number
}

function codeAt({ text, ends, to }: Part, at: number): Found | undefined {
  if (text.charAt(at) !== '`') return undefined
  const fence = ends.fence[at] === at ? placeIn(ends.fence, at + 4) : to
  if (fence + 3 <= to) return { piece: { kind: 'block', text: text.slice(at + 3, fence) }, end: fence + 3 }
  const close = placeIn(ends.backtick, at + 1)
  if (close === at + 1 || close >= to || placeIn(ends.lineBreak, at) < close) return undefined
  return { piece: { kind: 'code', text: text.slice(at + 1, close) }, end: close + 1 }
}

function linkAt({ text, ends, to }: Part, at: number): Found | undefined {
  const scheme = /^(?:https?:\/\/|www\.)/i.exec(text.slice(at, at + 8))?.[0]
  if (scheme === undefined || !isEdge(text.charAt(at - 1))) return undefined
  let end = Math.min(placeIn(ends.link, at), to)
  while (end > at && endsSentence.test(text.charAt(end - 1))) end -= 1
  const written = text.slice(at, end)
  // The link must still have a host name after the punctuation at its end is removed.
  if (!/[\p{L}\p{N}]\.?[\p{L}\p{N}]/u.test(written.slice(scheme.length))) return undefined
  const address = /^www\./i.test(written) ? `https://${written}` : written
  return { piece: { kind: 'link', text: written, address }, end }
}
const endsSentence = /[.,;:!?)\]}'*_~]/

/** Parses emphasis in one line: no space directly inside the two marks, no letter or digit directly outside them. */
function emphasisAt({ text, ends, to }: Part, at: number): Found | undefined {
  const kind = emphasisOf[text.charAt(at)]
  if (kind === undefined || !isEdge(text.charAt(at - 1)) || isBlank(text.charAt(at + 1))) return undefined
  const close = placeIn(ends.emphasis[kind], at + 2)
  if (close >= to) return undefined
  return { piece: { kind, inside: parseMarks(text, ends, at + 1, close) }, end: close + 1 }
}

function placeIn(places: Int32Array, at: number): number {
  return places[at] ?? places.length - 1
}

function isEdge(character: string): boolean {
  return character === '' || !/[\p{L}\p{N}]/u.test(character)
}

function isBlank(character: string): boolean {
  return character === '' || /\s/.test(character)
}
