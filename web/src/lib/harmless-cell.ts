/**
 * Puts an apostrophe before a text that begins like a formula: a spreadsheet program would run it when it opens the
 * CSV file.
 */
export function neutraliseFormula(text: string): string {
  return /^[\s]*[=+\-@|]/.test(text) ? `'${text}` : text
}
