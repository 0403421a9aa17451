import type { CompanyId } from '@balcao/domain/ids'

/** Reads .xlsx, .xls and separated text, detected by content only. Rejects with `SpreadsheetFailure`. */
export interface SpreadsheetReader {
  read(companyId: CompanyId, file: Uint8Array, signal: AbortSignal): Promise<Sheet>
}

/** The first sheet, without empty rows. Formulas are read as their stored results; nothing is evaluated. */
export interface Sheet {
  readonly rows: readonly SheetRow[]
}

export interface SheetRow {
  /** The row number in the spreadsheet, from 1. */
  readonly number: number
  /** Trimmed texts without control characters; the last one is not empty. */
  readonly cells: readonly string[]
}

export type SpreadsheetFault = 'kind' | 'broken' | 'locked' | 'tooLarge' | 'empty'

/** The file cannot be read, so retries are useless. */
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
  readonly maxRows: number
  readonly mostColumns: number
  readonly longestCell: number
  /** The total of all parts of an .xlsx after decompression. */
  readonly unpackedBytes: number
}
