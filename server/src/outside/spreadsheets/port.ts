import type { CompanyId } from '@balcao/domain/ids'

/**
 * Reads what people keep lists in: .xlsx, .xls and comma- or semicolon-separated text, told apart by content alone.
 * Rejects with `SpreadsheetFailure` what is none of them, is broken, locked, or would cost more than a list may.
 * Files of one company are read one after the other. `signal` gives up.
 */
export interface Spreadsheets {
  read(companyId: CompanyId, file: Uint8Array, signal: AbortSignal): Promise<Sheet>
}

/** The first sheet. Formulas are what they last came to, and run nowhere. */
export interface Sheet {
  /** Without those that hold nothing. */
  readonly rows: readonly SheetRow[]
}

export interface SheetRow {
  /** As the spreadsheet counts it, from 1. */
  readonly number: number
  /** Trimmed texts without control characters; the last one is not empty. */
  readonly cells: readonly string[]
}

export type SpreadsheetFault = 'kind' | 'broken' | 'locked' | 'tooLarge' | 'empty'

/** This file can't be read, also not later. */
export class SpreadsheetFailure extends Error {
  override readonly name = 'SpreadsheetFailure'
  constructor(
    readonly fault: SpreadsheetFault,
    cause?: unknown,
  ) {
    super(`a spreadsheet could not be read: ${fault}`, { cause })
  }
}

export interface SheetLimits {
  readonly mostRows: number
  readonly mostColumns: number
  readonly longestCell: number
  /** Of all parts of an .xlsx when they are unpacked. */
  readonly unpackedBytes: number
}
