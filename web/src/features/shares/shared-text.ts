import { limits } from '@balcao/domain/limits'

/**
 * Joins the title, text and address of a share into one text, a line each. Apps repeat themselves: a line that another one
 * contains is dropped, and so is the name of a file, which its row shows. `isCut`: the share exceeded one message, and its
 * end is missing.
 */
export function sharedText(
  parts: readonly string[],
  files: readonly Pick<File, 'name'>[],
): { readonly text: string; readonly isCut: boolean } {
  const { max } = limits.messageText
  const lines = parts.map((part) => part.slice(0, max).trim()).filter((part) => part !== '')
  const whole = lines
    .filter((line, at) => !files.some(({ name }) => name === line) && !isSaidElsewhere(line, at, lines))
    .join('\n')
  const isCut = whole.length > max || parts.some((part) => part.trim().length > max)
  return { text: whole.slice(0, max), isCut }
}

function isSaidElsewhere(line: string, at: number, lines: readonly string[]): boolean {
  return lines.some((other, place) => place !== at && other.includes(line) && (other !== line || place < at))
}
