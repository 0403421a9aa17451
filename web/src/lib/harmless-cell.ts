/** A cell that begins like a formula would run after the file is saved as CSV and opened again. */
export function neutraliseFormula(text: string): string {
  return /^[\s]*[=+\-@|]/.test(text) ? `'${text}` : text
}
