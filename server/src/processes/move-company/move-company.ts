import { setTimeout as pause } from 'node:timers/promises'
import type { CellDirectory } from '../../platform/cells/directory'
import { StartUpProblem } from '../../platform/fatal'
import {
  activateCompanyInNewCell,
  deleteJobsOfCompany,
  findOrCreatePlanIds,
  jobsOfCompany,
  raiseSequences,
} from './arrive'
import type { CellDatabase } from './cell-database'
import { type CompanyMoveContext, checkMove } from './check-move'
import {
  readMoveState,
  resumeTransactionsOfCompany,
  setMoveStateInTransaction,
  stopTransactionsOfCompany,
  tryAcquireMoverLock,
  waitForRunningTransactions,
} from './company-gate'
import { findTablesThatDifferBetweenCells, readCompanyTables, removeRowsOfCompany } from './company-tables'
import { beginCopy, type CopyProgress, endCopy, waitForCopy, waitForReplication } from './copy-company'

type MovedCompany = Omit<CompanyMoveContext, 'tables'>

export interface CompanyMoveParameters extends MovedCompany {
  /** Is called before each step of the move. */
  readonly begins?: (step: MoveStep) => void
  readonly progress?: (progress: CopyProgress) => void
  /**
   * Copies the files that the new cell (B) lacks. It is called before the company's transactions are stopped,
   * and again after the new cell serves it.
   */
  readonly copyFiles?: () => Promise<void>
  /** The directory of which cell has which e-mail, opened in the name of the new cell (B). Absent: there is none. */
  readonly directory?: Pick<CellDirectory, 'cellOf' | 'takeOver'>
  /** Makes the router send the company's HTTP calls to the new cell (B). It may be called several times. */
  readonly leadCalls?: () => Promise<void>
  readonly signal?: AbortSignal
}

export const moveSteps = [
  'check',
  'close cell B',
  'watch cell A',
  'copy',
  'follow',
  'stop',
  'compare',
  'leave cell A',
  'open cell B',
  'lead calls',
  'clean up',
] as const
export type MoveStep = (typeof moveSteps)[number]

export interface MoveResult {
  /** How many milliseconds the company could not write. Null: it had left the old cell in an earlier call. */
  readonly stoppedMs: number | null
}

/** Stopping the company waits this long for its running transactions. After this it is given up and tried later. */
const stopPatienceMs = 150
/** After the stop, the last changes must reach the new cell in this time, or the stop is tried again later. */
const lastChangesMs = 1_000
/** The company's transactions are stopped only when the replication delay is below this. */
const closeBehindMs = 100
const maxStops = 100
const emailsToCheck = 20

const never = new AbortController().signal

/**
 * Moves a company from cell A to cell B while both run. A repeated call continues an interrupted move. Cell A
 * serves the company until the step `leave cell A`, cell B from `open cell B` on.
 */
export async function moveCompany(order: CompanyMoveParameters): Promise<MoveResult> {
  const { from, to, company, begins = () => undefined, signal = never } = order
  const move = await openMove(order)
  const { tables } = move
  const state = await readMoveState(from, company)
  if (state === 'arriving')
    throw new StartUpProblem(`Company ${company} is just arriving in cell ${from.name}.`)
  if (state === 'moved') {
    await refuseIncompleteCopy(move)
    return finish(null, await findOrCreatePlanIds(move))
  }

  begins('check')
  await checkMove(move)
  await checkDirectory()
  begins('close cell B')
  await setMoveStateInTransaction(to, company, 'arriving')
  begins('watch cell A')
  await setMoveStateInTransaction(from, company, 'leaving')
  for (const cell of [from, to]) await waitForRunningTransactions(cell, signal)
  const plans = await findOrCreatePlanIds(move)
  begins('copy')
  await beginCopy(move)
  await waitForCopy(move, order.progress ?? (() => undefined), signal)
  begins('follow')
  await order.copyFiles?.()
  await to.run(`analyze ${tables.map(({ name }) => name).join(', ')}`)
  // A rehearsal: runs these queries once before the company's transactions are stopped, so that their plans and
  // data are in memory and the stop is short.
  await raiseSequences(move)
  await findTablesThatDifferBetweenCells(from, to, tables, company)
  return leave(plans)

  async function emailsOf(cell: CellDatabase): Promise<readonly string[]> {
    const ofCompany = 'select email from users where company_id = $1'
    const users = await cell.rows<{ email: string }>(ofCompany, [company])
    return users.map(({ email }) => email)
  }

  /**
   * Checks that the command has the secrets of the cells. The directory stores keyed hashes of e-mails, so with
   * other secrets no e-mail would be found.
   */
  async function checkDirectory(): Promise<void> {
    const [cell] = await from.rows<{ number: number }>('select number from cell')
    for (const email of (await emailsOf(from)).slice(0, emailsToCheck))
      if (order.directory !== undefined && (await order.directory.cellOf(email)) !== cell?.number)
        throw new StartUpProblem(
          `The directory does not have an account of company ${company} in cell ${from.name}: are DIRECTORY_URL and the secrets those of the cells?`,
        )
  }

  async function leave(plans: ReadonlyMap<number, number>): Promise<MoveResult> {
    const stoppedAt = await stopAndFollow()
    try {
      begins('compare')
      const different = await findTablesThatDifferBetweenCells(from, to, tables, company)
      if (different.length > 0) {
        await resumeTransactionsOfCompany(from, company)
        await takeBack(move)
        throw new StartUpProblem(
          `These tables differ: ${different.join(', ')}. Cell ${from.name} serves the company as before; what was copied is removed.`,
        )
      }
      begins('leave cell A')
      await setMoveStateInTransaction(from, company, 'moved')
      return await finish(stoppedAt, plans)
    } finally {
      // A failure here is harmless: it means a lost connection, and PostgreSQL has then released its lock.
      await resumeTransactionsOfCompany(from, company).catch(() => undefined)
    }
  }

  /**
   * Stops the company's transactions, and waits until its changes are in the new cell. Returns the time of the
   * stop.
   */
  async function stopAndFollow(): Promise<number> {
    for (let stops = 1; ; stops++) {
      signal.throwIfAborted()
      while ((await waitForReplication(move, 60_000)) > closeBehindMs) signal.throwIfAborted()
      begins('stop')
      const stoppedAt = performance.now()
      if (await stopTransactionsOfCompany(from, company, stopPatienceMs)) {
        if ((await waitForReplication(move, lastChangesMs)) < lastChangesMs) return stoppedAt
        await resumeTransactionsOfCompany(from, company)
      }
      if (stops === maxStops)
        throw new StartUpProblem(
          'An act of the company runs all the time. Repeat the command when it is quieter.',
        )
      await pause(200 + 50 * stops)
    }
  }

  /** Completes the move. The company has left the old cell, so the move can no longer be undone. */
  async function finish(
    stoppedAt: number | null,
    plansOfB: ReadonlyMap<number, number>,
  ): Promise<MoveResult> {
    if ((await readMoveState(to, company)) === 'arriving') {
      begins('open cell B')
      await activateCompanyInNewCell(move, await jobsOfCompany(from, company), plansOfB)
    } else if ((await to.rows('select from companies where id = $1', [company])).length === 0)
      throw new StartUpProblem(`Company ${company} has left cell ${from.name}, but not for cell ${to.name}.`)
    const stoppedMs = stoppedAt === null ? null : performance.now() - stoppedAt
    begins('lead calls')
    await order.directory?.takeOver(await emailsOf(to))
    await order.leadCalls?.()
    begins('clean up')
    await endCopy(move)
    await deleteJobsOfCompany(from, company)
    await order.copyFiles?.()
    return { stoppedMs }
  }
}

/**
 * Refuses to complete a move if the new cell lacks rows. Both cells were compared before the company left the
 * old one, but the old one may have been restored from a backup since.
 */
async function refuseIncompleteCopy({ from, to, tables, company }: CompanyMoveContext): Promise<void> {
  if ((await readMoveState(to, company)) !== 'arriving') return
  const different = await findTablesThatDifferBetweenCells(from, to, tables, company)
  if (different.length > 0)
    throw new StartUpProblem(
      `These tables differ: ${different.join(', ')}. The copy in cell ${to.name} is not complete: take the move back with --undo.`,
    )
}

export async function undoMove(order: MovedCompany): Promise<void> {
  const { from, to, company } = order
  const move = await openMove(order)
  const [here, there] = [await readMoveState(from, company), await readMoveState(to, company)]
  if (here === null && there === null)
    throw new StartUpProblem(`Company ${company} is not being moved between these cells.`)
  // The old cell's database may come from a backup that marks the company as moved, although the move was
  // undone. Then the new cell lacks the company.
  const isThere = (await to.rows('select from companies where id = $1', [company])).length > 0
  if (here === 'moved' && there !== 'arriving' && isThere)
    throw new StartUpProblem(`Company ${company} is in cell ${to.name}: move it back from there.`)
  await takeBack(move)
}

async function takeBack(move: CompanyMoveContext): Promise<void> {
  const { from, to, company, tables } = move
  await endCopy(move)
  if ((await readMoveState(to, company)) === 'arriving') {
    await removeRowsOfCompany(to, tables, company)
    await setMoveStateInTransaction(to, company, null)
  }
  await setMoveStateInTransaction(from, company, null)
}

/** Deletes the rows that a moved company left in the old cell. The operator confirms it by the company's `name`. */
export async function deleteRowsLeftByMovedCompany(
  order: MovedCompany & { name: string; report?: (rows: number) => void },
): Promise<void> {
  const { from, to, company, name, report } = order
  const move = await openMove(order)
  const { tables } = move
  if ((await readMoveState(from, company)) !== 'moved')
    throw new StartUpProblem(`Company ${company} has not left cell ${from.name}.`)
  const [there] = await to.rows<{ name: string }>('select name from companies where id = $1', [company])
  if (there === undefined || (await readMoveState(to, company)) !== null)
    throw new StartUpProblem(`Cell ${to.name} does not serve company ${company} yet: finish the move first.`)
  if (there.name !== name)
    throw new StartUpProblem(`Company ${company} is called ${there.name}, not ${name}: nothing is removed.`)
  await endCopy(move)
  await removeRowsOfCompany(from, tables, company, report)
  await deleteJobsOfCompany(from, company)
  await setMoveStateInTransaction(from, company, null)
}

async function openMove({ company, from, to }: MovedCompany): Promise<CompanyMoveContext> {
  for (const cell of [from, to])
    if (!(await tryAcquireMoverLock(cell, company)))
      throw new StartUpProblem(`Company ${company} is being moved by another call of this command.`)
  return { from, to, company, tables: await readCompanyTables(from) }
}
