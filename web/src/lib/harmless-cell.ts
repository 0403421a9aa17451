/**
 * For what goes into a spreadsheet. Texts that begin like a formula get an apostrophe. In the file itself they are texts
 * anyway; saved as CSV and opened again they would be run.
 */
export function harmless(text: string): string {
  return /^[\s]*[=+\-@|]/.test(text) ? `'${text}` : text
}
