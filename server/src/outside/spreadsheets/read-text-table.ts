import { type Sheet, type SheetLimits, SpreadsheetFailure } from './port'
import { SheetRowCollector } from './sheet-rows'

/** Reads text with one row per line, as spreadsheet programs save it: in UTF-8, UTF-16 or Windows-1252. */
export function readTextTable(file: Uint8Array, limits: SheetLimits): Sheet {
  const text = textOf(file)
  if (/^\s*(%PDF-|\{\\rtf|<)/.test(text.slice(0, 100))) throw new SpreadsheetFailure('kind')
  const declared = /^sep=(.)\r?\n/.exec(text)
  const table = declared === null ? text : text.slice(declared[0].length)
  const rows = new SheetRowCollector(limits)
  const head = declared === null ? 0 : 1
  for (const { line, cells } of linesOf(table, declared?.[1] ?? separatorOf(table)))
    rows.add(line + head, cells)
  return rows.sheet()
}

function textOf(file: Uint8Array): string {
  const [first, second] = file
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(file)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(file)
  if (file.includes(0)) throw new SpreadsheetFailure('kind')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    // Windows-1252 has a character for every byte, so this decoding never fails
    return new TextDecoder('windows-1252').decode(file)
  }
}

function separatorOf(text: string): string {
  const [line = ''] = text.slice(0, 10_000).split(/\r?\n|\r/, 1)
  const bare = line.replace(/"[^"]*"/g, '')
  const [best] = [';', ',', '\t', '|']
    .map((separator) => ({ separator, times: bare.split(separator).length }))
    .sort((one, other) => other.times - one.times)
  return best?.separator ?? ';'
}

/** RFC 4180, tolerant: a quote within an unquoted cell is a character, and a quoted cell may contain line breaks. */
function* linesOf(text: string, separator: string): Generator<{ line: number; cells: string[] }> {
  let cells: string[] = []
  let number = 1
  let at = 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? endOfQuoted(text, at) : endOfUnquotedField(text, at, separator)
    cells.push(isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, end))
    // Text between a closing quote and the next separator is dropped.
    at = isQuoted ? endOfUnquotedField(text, end, separator) : end
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
    }
    yield { line: number++, cells }
    cells = []
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
}

function endOfUnquotedField(text: string, from: number, separator: string): number {
  let at = from
  while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
  return at
}

/** The position after the closing quote; a quote without an end makes the file broken. */
function endOfQuoted(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw new SpreadsheetFailure('broken')
    if (text[quote + 1] !== '"') return quote + 1
    at = quote + 2
  }
}
