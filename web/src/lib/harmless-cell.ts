/**
 * Neutralises a spreadsheet cell: a text that begins like a formula gets an apostrophe. The file stores it as text anyway,
 * but saved as CSV and opened again it would run.
 */
export function harmless(text: string): string {
  return /^[\s]*[=+\-@|]/.test(text) ? `'${text}` : text
}
