/** Puts an apostrophe before a text like a formula, which a spreadsheet program would run when it opens the file. */
export function neutraliseFormula(text: string): string {
  return /^[\s]*[=+\-@|]/.test(text) ? `'${text}` : text
}
