import { contactImportLimits } from '@balcao/domain/contact-imports'
import type { CompanyId } from '@balcao/domain/ids'
import { runThread, type ThreadLimits, threadProgramUrl } from '../run-thread'
import {
  type Sheet,
  type SheetLimits,
  type SheetRow,
  SpreadsheetFailure,
  type SpreadsheetFault,
  type SpreadsheetReader,
} from './port'
import type { SpreadsheetThreadMessage, SpreadsheetThreadTask } from './spreadsheet-worker'

export type SheetThreadLimits = SheetLimits & ThreadLimits

/** The limits against a file that exhausts time or memory. A list of 100,000 rows takes three seconds. */
export const sheetThreadLimits = {
  // The header row does not count for the limit.
  maxRows: contactImportLimits.rows + 1,
  mostColumns: contactImportLimits.columns,
  longestCell: contactImportLimits.cell,
  unpackedBytes: 100 << 20,
  milliseconds: 10_000,
  heapMegabytes: 384,
  atOnce: 2,
}

/** Reads each file in a thread of its own, so that one that hangs or exhausts memory ends only this thread. */
export function createSpreadsheetReader(limits: SheetThreadLimits): SpreadsheetReader {
  const waiting: { companyId: CompanyId; begin: () => void }[] = []
  const beingRead = new Set<CompanyId>()

  return {
    async read(companyId, file, signal) {
      signal.throwIfAborted()
      await new Promise<void>((begin) => {
        waiting.push({ companyId, begin })
        beginNext()
      })
      try {
        const outcome = await readSheet(file, limits, signal)
        if ('fault' in outcome) throw new SpreadsheetFailure(outcome.fault)
        return outcome.sheet
      } finally {
        beingRead.delete(companyId)
        beginNext()
      }
    },
  }

  /** Reads one file of a company at a time, so that many files of one company do not delay the others. */
  function beginNext(): void {
    if (beingRead.size >= limits.atOnce) return
    const at = waiting.findIndex(({ companyId }) => !beingRead.has(companyId))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (next === undefined) return
    beingRead.add(next.companyId)
    next.begin()
  }
}

type SheetOutcome = { readonly sheet: Sheet } | { readonly fault: SpreadsheetFault }

function readSheet(file: Uint8Array, limits: SheetThreadLimits, signal: AbortSignal): Promise<SheetOutcome> {
  const { maxRows, mostColumns, longestCell, unpackedBytes } = limits
  const task: SpreadsheetThreadTask = { file, limits: { maxRows, mostColumns, longestCell, unpackedBytes } }
  const program = threadProgramUrl('spreadsheet-worker', import.meta.url)
  const late = { fault: 'tooLarge' } as const
  return runThread<SheetOutcome>(program, task, limits, signal, late, (thread, resolve, stopTimer) => {
    const rows: SheetRow[] = []
    thread.on('message', (part: SpreadsheetThreadMessage) => {
      stopTimer() // the thread has read the file and only has to send rows
      if (!('rows' in part)) return resolve('fault' in part ? part : { sheet: { rows } })
      rows.push(...part.rows)
      setImmediate(() => thread.postMessage(null)) // lets the event loop run other calls
    })
    thread.once('error', (error) => resolve({ fault: isTooMuch(error) ? 'tooLarge' : 'broken' }))
    thread.once('exit', () => resolve({ fault: 'broken' }))
  })
}

function isTooMuch(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
