import type { FormattedTextPiece } from './whatsapp-text'

type Emphasis = 'bold' | 'italic' | 'strike'
const emphasisOf: Readonly<Record<string, Emphasis>> = { '*': 'bold', _: 'italic', '~': 'strike' }

/**
 * A simple parser that searches the end of each mark. It is quadratic, so only tests use it, to compare the
 * fast parser with it.
 */
export function parseWhatsappTextSlowly(text: string): readonly FormattedTextPiece[] {
  return possibleMarks.test(text) ? joinWords(read(text)) : [{ kind: 'words', text }]
}

/** Most messages contain none of these, and need not be parsed. */
const possibleMarks = /[*_~`]|https?:|www\./i

function read(text: string): FormattedTextPiece[] {
  const pieces: FormattedTextPiece[] = []
  let at = 0
  while (at < text.length) {
    const found = codeAt(text, at) ?? linkAt(text, at) ?? emphasisAt(text, at)
    pieces.push(found?.piece ?? { kind: 'words', text: text.charAt(at) })
    at = found?.end ?? at + 1
  }
  return pieces
}

interface Found {
  readonly piece: FormattedTextPiece
  /** The position at which parsing continues. */
  readonly end: number
}

function codeAt(text: string, at: number): Found | undefined {
  if (text.charAt(at) !== '`') return undefined
  const block = /^```([\s\S]+?)```/.exec(text.slice(at))
  if (block?.[1] !== undefined) return { piece: { kind: 'block', text: block[1] }, end: at + block[0].length }
  const inline = /^`([^`\n]+)`/.exec(text.slice(at))
  if (inline?.[1] !== undefined)
    return { piece: { kind: 'code', text: inline[1] }, end: at + inline[0].length }
  return undefined
}

function linkAt(text: string, at: number): Found | undefined {
  if (!isEdge(text.charAt(at - 1))) return undefined
  const written = /^(?:https?:\/\/|www\.)[^\s<>"]+/i
    .exec(text.slice(at))?.[0]
    .replace(/[.,;:!?)\]}'*_~]+$/, '')
  // The link must still have a host name after the punctuation at its end is removed.
  if (
    written === undefined ||
    !/[\p{L}\p{N}]\.?[\p{L}\p{N}]/u.test(written.replace(/^(https?:\/\/|www(\.|$))/i, ''))
  )
    return undefined
  const address = /^www\./i.test(written) ? `https://${written}` : written
  return { piece: { kind: 'link', text: written, address }, end: at + written.length }
}

/**
 * Parses emphasis such as `*bold*` in one line of text. A mark has no space on its inner side, and no letter
 * or digit on its outer side.
 */
function emphasisAt(text: string, at: number): Found | undefined {
  const mark = text.charAt(at)
  const kind = emphasisOf[mark]
  if (kind === undefined || !isEdge(text.charAt(at - 1)) || isBlank(text.charAt(at + 1))) return undefined
  for (let end = at + 2; end < text.length && text.charAt(end) !== '\n'; end++) {
    const closes = text.charAt(end) === mark && !isBlank(text.charAt(end - 1)) && isEdge(text.charAt(end + 1))
    if (closes) return { piece: { kind, inside: joinWords(read(text.slice(at + 1, end))) }, end: end + 1 }
  }
  return undefined
}

function isEdge(character: string): boolean {
  return character === '' || !/[\p{L}\p{N}]/u.test(character)
}

function isBlank(character: string): boolean {
  return character === '' || /\s/.test(character)
}

function joinWords(pieces: readonly FormattedTextPiece[]): readonly FormattedTextPiece[] {
  const joined: FormattedTextPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (piece.kind === 'words' && last?.kind === 'words') {
      joined[joined.length - 1] = { kind: 'words', text: last.text + piece.text }
    } else joined.push(piece)
  }
  return joined
}
