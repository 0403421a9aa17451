import { type Sheet, type SheetLimits, type SheetRow, SpreadsheetFailure } from './port'

export class SheetRowCollector {
  private readonly rows: SheetRow[] = []

  constructor(private readonly limits: SheetLimits) {}

  add(number: number, cells: readonly string[]): void {
    const clean = cells.slice(0, this.limits.mostColumns).map((cell) => this.cleaned(cell))
    while (clean.at(-1) === '') clean.pop()
    if (clean.length === 0) return
    if (this.rows.length === this.limits.maxRows) throw new SpreadsheetFailure('tooLarge')
    this.rows.push({ number, cells: clean })
  }

  sheet(): Sheet {
    if (this.rows.length === 0) throw new SpreadsheetFailure('empty')
    return { rows: this.rows }
  }

  /** Removes lone surrogates and characters that PostgreSQL cannot store. */
  private cleaned(cell: string): string {
    return cell
      .slice(0, this.limits.longestCell)
      .replace(/[\p{Control}\p{Surrogate}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
      .trim()
  }
}
