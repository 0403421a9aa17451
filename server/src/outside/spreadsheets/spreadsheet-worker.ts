import { parentPort, workerData } from 'node:worker_threads'
import { type Sheet, type SheetLimits, SpreadsheetFailure, type SpreadsheetFault } from './port'
import { readTextTable } from './read-text-table'
import { readWorkbook, readXlsx } from './read-workbook'

// The program of the thread that reads one spreadsheet (see spreadsheet-threads.ts), bundled on its own.

export interface SheetTask {
  readonly file: Uint8Array
  readonly limits: SheetLimits
}

/** What the thread hands back. Anything else ends it with an error. */
export type SheetOutcome = { readonly sheet: Sheet } | { readonly fault: SpreadsheetFault }

const { file, limits } = workerData as SheetTask // set by `runThread` alone

parentPort?.postMessage(outcome())

function outcome(): SheetOutcome {
  try {
    return { sheet: sheetOf() }
  } catch (error) {
    if (error instanceof SpreadsheetFailure) return { fault: error.fault }
    // The readers throw all kinds of errors; what this thread met can only be the file's fault.
    return { fault: /password|encrypt/i.test(String(error)) ? 'locked' : 'broken' }
  }
}

function sheetOf(): Sheet {
  const begins = (...bytes: number[]) => bytes.every((byte, place) => file[place] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) return readXlsx(file, limits)
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return readWorkbook(file, limits)
  return readTextTable(file, limits)
}
