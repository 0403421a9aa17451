/**
 * Neutralises a spreadsheet cell: a text that begins like a formula gets an apostrophe. The spreadsheet
 * stores it as text anyway, but a formula would run after the file is saved as CSV and opened again.
 */
export function neutraliseFormula(text: string): string {
  return /^[\s]*[=+\-@|]/.test(text) ? `'${text}` : text
}
