import { join } from 'node:path'
import type { MoveInProgress } from '@balcao/contract/move-ins'
import { estimatedMoveInSecondsLeft, type MoveInFailure } from '@balcao/domain/move-ins'
import {
  endRequestedMoveIn,
  type RequestedMoveInRow,
  requestedMoveIns,
  saveMoveInProgress,
  saveMoveInScanResult,
} from '../../features/move-ins/move-ins.queries'
import { decryptSourceAddress } from '../../features/move-ins/move-ins.verbs'
import type { Clock } from '../../platform/clock'
import { DatabaseTrouble } from '../../platform/database/database-trouble'
import type { DataKeys } from '../../platform/encryption'
import { systemOrDatabaseErrorCode } from '../../platform/fatal'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import { hashPassword } from '../../platform/password-hash'
import { Refusal } from '../../platform/refusal'
import { generateSecret } from '../../platform/secrets'
import type { Workplace } from '../../platform/work'
import { type RepeatedTask, repeatTask } from '../repeat-task'
import { lockMove } from './hold-move'
import { type InstallationDisk, inspectSource } from './look'
import { isFolder, openMediaFolder } from './media-folder'
import { type MoveInRunProgress, moveIn, switchOverMoveIn } from './move'
import { MoveInProblem } from './move-in-problem'
import { detectProduct } from './products'
import { openSourceDatabase } from './source-database'
import { parseWebMoveInMapping } from './step'

export interface MoveInWorkerDependencies {
  readonly workplace: Workplace
  readonly ownerUrl: string
  readonly store: FileStore
  readonly dataKeys: DataKeys
  /** The folder that contains one subfolder with files for each source. */
  readonly folder: string
  readonly disk: InstallationDisk
  readonly clock: Clock
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

const pauses = { firstMs: 3_000, everyMs: 2_000 }
const watchPauses = { firstMs: 1_000, everyMs: 1_000 }

/** Runs the moves that super users order in the web application. The next start continues unfinished ones. */
export function startMoveInWorker(parts: MoveInWorkerDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'an ordered move failed', (stopping) => runOrderedMoveIns(parts, stopping))
}

const never = new AbortController().signal

/** Runs the moves that are ordered now. An order that `stopping` interrupts stays in the list and continues later. */
export async function runOrderedMoveIns(
  parts: MoveInWorkerDependencies,
  stopping: AbortSignal = never,
): Promise<void> {
  for (const order of await ordersOf(parts)) if (!stopping.aborted) await carryOut(parts, order, stopping)
}

function ordersOf({ workplace }: MoveInWorkerDependencies): Promise<readonly RequestedMoveInRow[]> {
  return workplace.withPlatform('look for ordered moves', ({ db }) => db.rows(requestedMoveIns))
}

async function carryOut(
  parts: MoveInWorkerDependencies,
  listed: RequestedMoveInRow,
  stopping: AbortSignal,
): Promise<void> {
  const hold = await lockMove(parts.ownerUrl, listed.name)
  if (hold === null) return // the command line or another worker works on this move, so the order waits
  try {
    // Reads the order again: it may have been changed or stopped while earlier orders were carried out.
    const order = (await ordersOf(parts)).find(({ id }) => id === listed.id)
    if (order !== undefined) await carryOutHeld(parts, order, hold.lost, stopping)
  } finally {
    await hold.release()
  }
}

async function carryOutHeld(
  parts: MoveInWorkerDependencies,
  order: RequestedMoveInRow,
  lost: AbortSignal,
  stopping: AbortSignal,
): Promise<void> {
  const { workplace, log } = parts
  const end = (failure: MoveInFailure | null) =>
    workplace.withPlatform('end an ordered move', ({ db }) =>
      db.run(endRequestedMoveIn, { id: order.id, failure }),
    )
  if (order.is_stopping) return void (await end(null))
  const stopped = new AbortController()
  const watch = watchOrder(parts, order, stopped)
  const facts = { moveIn: order.id, act: order.ordered }
  try {
    await act(parts, order, AbortSignal.any([stopping, stopped.signal, lost]), watch.progress)
    log.info(facts, 'carried out an ordered move')
    await end(null)
  } catch (err) {
    if (stopping.aborted || lost.aborted) return
    if (err instanceof DatabaseTrouble) throw err // the next round repeats the order
    if (!stopped.signal.aborted) log.warn({ err, ...facts }, 'an ordered move ended')
    await end(stopped.signal.aborted ? null : failureOf(err))
  } finally {
    await watch.end()
  }
}

async function act(
  parts: MoveInWorkerDependencies,
  order: RequestedMoveInRow,
  signal: AbortSignal,
  progress: (progress: MoveInRunProgress) => void,
): Promise<void> {
  const { workplace, store, dataKeys, disk } = parts
  const { name, address, ordered } = order
  if (ordered === 'switch') return void (await switchOverMoveIn({ workplace, name }))
  if (address === null) throw new Error('An order without an address is listed')
  const folder = await folderOf(parts, order)
  const source = await openSourceDatabase(decryptSourceAddress(dataKeys, { name, address }))
  // Closing the connection to the source also ends a long statement there.
  const close = () => void source.close()
  signal.addEventListener('abort', close)
  try {
    signal.throwIfAborted()
    const media = await openMediaFolder(folder)
    const facts = { name, product: detectProduct(source), source, workplace, media }
    switch (ordered) {
      case 'look': {
        const found = JSON.stringify(await inspectSource({ ...facts, disk }))
        await workplace.withPlatform('keep a look', ({ db }) =>
          db.run(saveMoveInScanResult, { id: order.id, look: found }),
        )
        return
      }
      case 'run':
        await moveIn({
          ...{ ...facts, store, dataKeys, signal, progress },
          mapping: parseWebMoveInMapping(order.mapping ?? { companies: [], emails: [] }),
          unusableHash: await hashPassword(generateSecret()),
        })
    }
  } finally {
    signal.removeEventListener('abort', close)
    await source.close()
  }
}

async function folderOf(
  { folder }: MoveInWorkerDependencies,
  order: RequestedMoveInRow,
): Promise<string | null> {
  if (order.folder === null) return null
  const path = join(folder, order.folder)
  if (!(await isFolder(path))) throw new MoveInProblem('no-folder', `There is no folder ${path}.`)
  return path
}

/** Once a second, stores the progress and checks whether the order was stopped. */
function watchOrder(
  { workplace, clock, log }: MoveInWorkerDependencies,
  { id }: RequestedMoveInRow,
  stopped: AbortController,
) {
  const beganAt = performance.now()
  let first: number | null = null
  let latest: MoveInProgress | null = null
  const rounds = repeatTask(
    { clock, log },
    watchPauses,
    'the progress of a move was not stored',
    async () => {
      const progress = latest === null ? null : JSON.stringify(latest)
      const row = await workplace.withPlatform('store the progress of a move', ({ db }) =>
        db.row(saveMoveInProgress, { id, progress }),
      )
      if (row?.is_stopping !== false) stopped.abort(new Error('the order was stopped'))
    },
  )
  return {
    progress({ company, step, rowsDone, rowsTotal }: MoveInRunProgress): void {
      first ??= rowsDone
      const pace = { doneNow: rowsDone - first, elapsedMs: performance.now() - beganAt }
      const left = estimatedMoveInSecondsLeft({ done: rowsDone, total: rowsTotal, ...pace })
      latest = { company, step, rowsDone, rowsTotal, secondsLeft: left }
    },
    end: () => rounds.stop(),
  }
}

/** Matches error codes of a lost connection to the source database. `failureOf` handles errors without a code. */
const lostSource = /^(08|57P|(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)$)/

function failureOf(error: unknown): MoveInFailure {
  if (error instanceof MoveInProblem) return error.failure
  if (error instanceof Refusal) {
    if (error.code === 'ERR_COMPANY_NAME_ALREADY_EXISTS') return 'name-taken'
    if (error.code === 'ERR_STORAGE_FULL') return 'disk-full'
    return 'unexpected'
  }
  const isLost =
    lostSource.test(systemOrDatabaseErrorCode(error) ?? '') ||
    (error instanceof Error && error.message.startsWith('Connection terminated'))
  return isLost ? 'source-lost' : 'unexpected'
}
