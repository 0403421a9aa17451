/**
 * One text of what an app tells in several: title, text and address, a line each. Apps repeat themselves, so what another
 * line says as well stands once, and the name of a file, which its row shows, not at all.
 */
export function sharedText(parts: readonly string[], files: readonly Pick<File, 'name'>[]): string {
  const lines = parts.map((part) => part.trim()).filter((part) => part !== '')
  return lines
    .filter((line, at) => !files.some(({ name }) => name === line) && !isSaidElsewhere(line, at, lines))
    .join('\n')
}

function isSaidElsewhere(line: string, at: number, lines: readonly string[]): boolean {
  return lines.some((other, place) => place !== at && other.includes(line) && (other !== line || place < at))
}
