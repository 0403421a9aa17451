import { parentPort, workerData } from 'node:worker_threads'
import {
  type Sheet,
  type SheetLimits,
  type SheetRow,
  SpreadsheetFailure,
  type SpreadsheetFault,
} from './port'
import { readTextTable } from './read-text-table'
import { readWorkbook, readXlsx } from './read-workbook'

// The program of the thread that reads one spreadsheet (see spreadsheet-threads.ts), bundled on its own.

export interface SpreadsheetThreadTask {
  readonly file: Uint8Array
  readonly limits: SheetLimits
}

/** An empty message requests the next part. Without it, the main thread would copy all parts without a pause. */
export type SpreadsheetThreadMessage =
  | { readonly rows: readonly SheetRow[] }
  | { readonly isWhole: true }
  | { readonly fault: SpreadsheetFault }

/** The number of rows in a part, which the main thread copies in about a millisecond. */
const rowsOfAPart = 1_000

const { file, limits } = workerData as SpreadsheetThreadTask // the cast is safe: `runThread` passes data of this type

const read = outcome()
if ('rows' in read) {
  const { rows } = read
  let from = 0
  const postPart = () => {
    const part = rows.slice(from, from + rowsOfAPart)
    from += rowsOfAPart
    parentPort?.postMessage(
      (part.length > 0 ? { rows: part } : { isWhole: true }) satisfies SpreadsheetThreadMessage,
    )
  }
  parentPort?.on('message', postPart)
  postPart()
} else parentPort?.postMessage(read satisfies SpreadsheetThreadMessage)

function outcome(): Sheet | { readonly fault: SpreadsheetFault } {
  try {
    return sheetOf()
  } catch (error) {
    if (error instanceof SpreadsheetFailure) return { fault: error.fault }
    // The readers throw all kinds of errors; in this thread only the file can cause them.
    return { fault: /password|encrypt/i.test(String(error)) ? 'locked' : 'broken' }
  }
}

function sheetOf(): Sheet {
  const begins = (...bytes: number[]) => bytes.every((byte, place) => file[place] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) return readXlsx(file, limits)
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return readWorkbook(file, limits)
  return readTextTable(file, limits)
}
