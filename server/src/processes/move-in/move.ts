import type { CompanyId } from '@balcao/domain/ids'
import { messagePreview } from '@balcao/domain/messages'
import { systemTextsInCompanyLanguage } from '../../features/companies/companies.read'
import { activateMovedCompanies } from '../../features/companies/move-in.queries'
import { forceCustomQueryPlans } from '../../features/contacts/admit-contacts.queries'
import { addFinalEventsToSums } from '../../features/dashboard/sum-settled-days'
import {
  advanceMoveInStep,
  endMoveInStep,
  movedCompanies,
  movedRowsOfKind,
  moveInByName,
  openMoveInStep,
  saveMovedCompanyWasActive,
  saveMoveInState,
  skippedRowsOfReasons,
} from '../../features/move-ins/move-ins.queries'
import { type MovedRowSkipReason, retriedSkipReasons } from '../../features/move-ins/skip-reasons'
import { failPastSchedules } from '../../features/schedules/move-in.queries'
import { enqueueTicketWakeJobs } from '../../features/tickets/acts/snooze-ticket'
import {
  restartIdleTimersOfMovedTickets,
  restartQueueTimersOfMovedTickets,
  updateMovedTicketSummaries,
} from '../../features/tickets/move-in.queries'
import { takenEmails } from '../../features/users/move-in.queries'
import type { DataKeys } from '../../platform/encryption'
import type { FileStore } from '../../platform/files/file-store'
import type { CompanyWork, Workplace } from '../../platform/work'
import { refuseMoveInAfterSwitchOver, registerMoveIn } from './known-source'
import { countSourceRows, type SourceInspectionParameters } from './look'
import { MoveInProblem } from './move-in-problem'
import { MoveInBatch } from './piece'
import {
  canReadRows,
  defaultRowKey,
  type MoveInAnswers,
  type MoveInStep,
  rowKeyValuesOf,
  rowReadingSql,
  type SourceRow,
  type StepContext,
} from './step'

export interface MoveInRunParameters extends SourceInspectionParameters {
  readonly store: FileStore
  readonly dataKeys: DataKeys
  readonly mapping: MoveInAnswers
  readonly unusableHash: string
  readonly signal?: AbortSignal
  readonly progress?: (progress: MoveInRunProgress) => void
}

export interface MoveInRunProgress {
  readonly company: string
  readonly step: string
  readonly rowsDone: number
  readonly rowsTotal: number
}

/**
 * Each pass reads the changes since one day before the last pass. The source's clocks may differ, and a row is
 * visible only after its commit.
 */
const overlap = '1 day'
const ticketsAtOnce = 500
const never = new AbortController().signal

/**
 * Moves the chosen companies step by step, in batches of rows. Each batch is one transaction, which also stores
 * the new ids and the step's position, so the next call continues after any interruption. A call after a
 * complete move copies what has changed in the source since then.
 */
export async function moveIn(order: MoveInRunParameters): Promise<void> {
  const { product, source, workplace, name, mapping, media, signal = never } = order
  const found = await product.companies(source)
  const companies = found.filter(({ id }) => mapping.companies[id]?.move === true)
  if (companies.length === 0)
    throw new MoveInProblem(
      'nothing-to-move',
      'The mapping moves no company: set "move": true for those that shall move.',
    )
  await registerMoveIn(order, found, 'running')
  const steps = product.steps.filter(({ reading }) => canReadRows(source, reading))
  const counts = new Map<string, number>()
  for (const { id } of companies)
    for (const step of steps)
      counts.set(`${id} ${step.name}`, await countSourceRows(source, step.reading, id))
  const rowsTotal = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let rowsDone = 0
  try {
    media.refuse((await product.contestedPaths?.(source)) ?? [])
    for (const company of companies) {
      const found = { moveIn: name, sourceId: company.id, mapping }
      const companyId = await product.found(workplace, source, found)
      const context = contextOf(order, companyId, company.id)
      for (const step of steps) {
        const count = counts.get(`${company.id} ${step.name}`) ?? 0
        await runStep(order, { step, count }, context, (read) => {
          signal.throwIfAborted()
          order.progress?.({
            company: company.name,
            step: step.name,
            rowsDone: rowsDone + Math.min(read, count),
            rowsTotal,
          })
        })
        rowsDone += count
      }
      await summarise(order, companyId)
      const wasActive = await product.wasActive(source, company.id)
      await inAct(workplace, companyId, ({ work }) => work.db.run(saveMovedCompanyWasActive, { wasActive }))
    }
    await end('done')
  } catch (error) {
    await end(signal.aborted ? 'stopped' : 'failed')
    throw error
  }

  async function end(state: 'done' | 'stopped' | 'failed'): Promise<void> {
    await workplace.withPlatform('end a move', ({ db, now }) =>
      db.run(saveMoveInState, { name, state, at: now }),
    )
  }
}

function contextOf(order: MoveInRunParameters, companyId: CompanyId, sourceId: string): StepContext {
  const { source, store, media, dataKeys, mapping, unusableHash, workplace } = order
  return {
    ...{ source, store, media, dataKeys, mapping, unusableHash, companyId, sourceId },
    act: (act) => inAct(workplace, companyId, act),
    takenEmails: async (emails) => {
      const rows = await workplace.withPlatform('move users in', ({ db }) => db.rows(takenEmails, { emails }))
      return new Set(rows.map(({ email }) => email))
    },
  }
}

function inAct<T>(
  workplace: Workplace,
  companyId: CompanyId,
  act: (piece: MoveInBatch) => Promise<T>,
): Promise<T> {
  return workplace.withCompany({ kind: 'system', name: 'move in', companyId }, async (work) => {
    await work.db.one(forceCustomQueryPlans)
    const piece = new MoveInBatch(work)
    const result = await act(piece)
    await piece.close()
    return result
  })
}

async function runStep(
  { source, workplace }: MoveInRunParameters,
  { step, count }: { readonly step: MoveInStep; readonly count: number },
  context: StepContext,
  onRead: (rows: number) => void,
): Promise<void> {
  const { companyId, sourceId } = context
  const { reading } = step
  const opened = await inAct(workplace, companyId, ({ work }) =>
    work.db.one(openMoveInStep, {
      step: step.name,
      sourceRows: count,
      sinceLess: overlap,
      snapshotAt: source.snapshotAt,
      at: work.now,
    }),
  )
  let position = opened.position
  let read = opened.since === null ? opened.rows_read : 0
  onRead(read)
  await step.begin?.(context)
  const carry = async (rows: readonly SourceRow[], next: readonly string[] | null, again?: Skips) => {
    const prepared = await step.prepare?.(context, rows)
    await inAct(workplace, companyId, async (piece) => {
      // Deletes the records that rows were skipped, because these rows are tried again now. The record of a
      // missing file stays until the file is stored.
      for (const { kind, source_id, reason } of again ?? [])
        if (reason !== 'file-missing') piece.settle(kind, source_id, reason)
      await step.carry(piece, rows, context, prepared)
      const advanced = await piece.work.db.row(advanceMoveInStep, {
        step: step.name,
        from: jsonOf(position),
        to: jsonOf(next),
        read: again === undefined ? rows.length : 0,
        moved: piece.moved,
      })
      if (advanced === null)
        throw new MoveInProblem('unexpected', 'Another command runs this move at this moment.')
    })
    position = next
  }
  const { sql, values } = rowReadingSql(source, reading, { company: sourceId, since: opened.since, position })
  for await (const rows of source.pages<SourceRow>(sql, values, reading.size ?? 1_000)) {
    await carry(rows, rowKeyValuesOf(rows.at(-1) ?? {}, reading.key ?? defaultRowKey))
    read += rows.length
    onRead(read)
  }
  // Only later passes try skipped rows again: the first would only skip them again.
  if (opened.since !== null)
    for await (const skips of skipsToTryAgain(step, context)) {
      const ids = [...new Set(skips.map(({ source_id }) => source_id.split(' ', 1)[0] ?? ''))]
      const again = rowReadingSql(source, reading, { company: sourceId, ids })
      const rows = await source.rows<SourceRow>(again.sql, again.values)
      if (rows.length > 0) await carry(rows, position, skips)
      onRead(read)
    }
  await inAct(workplace, companyId, ({ work }) =>
    work.db.run(endMoveInStep, { step: step.name, at: work.now }),
  )
}

type Skips = readonly { kind: string; source_id: string; reason: MovedRowSkipReason }[]

async function* skipsToTryAgain({ again, reading }: MoveInStep, { act }: StepContext): AsyncGenerator<Skips> {
  const limit = Math.min(reading.size ?? 1_000, 1_000)
  let after = { kind: '', sourceId: '', reason: '' }
  for (;;) {
    const skips = await act(({ work }) =>
      work.db.rows(skippedRowsOfReasons, {
        kinds: again ?? [],
        reasons: retriedSkipReasons,
        ...after,
        limit,
      }),
    )
    const last = skips.at(-1)
    if (last === undefined) return
    yield skips
    after = { kind: last.kind, sourceId: last.source_id, reason: last.reason }
  }
}

function jsonOf(position: readonly string[] | null): string | null {
  return position === null ? null : JSON.stringify(position)
}

/** Computes what lists and the dashboard show, after all rows have moved. It may run again. */
async function summarise({ workplace }: MoveInRunParameters, companyId: CompanyId): Promise<void> {
  for (const kind of ['ticket', 'attendance']) {
    for (let after = 0; ; ) {
      const last = await inAct(workplace, companyId, async ({ work }) => {
        const rows = await work.db.rows(movedRowsOfKind, { kind, after, limit: ticketsAtOnce })
        const ids = rows.map(({ target_id }) => target_id)
        if (ids.length > 0)
          await work.db.run(updateMovedTicketSummaries, { ids, previews: await previews(work) })
        return ids.at(-1) ?? null
      })
      if (last === null) break
      after = last
    }
  }
  await inAct(workplace, companyId, ({ work }) => addFinalEventsToSums(work))
}

async function previews(work: CompanyWork): Promise<string> {
  const texts = await systemTextsInCompanyLanguage(work)
  const kinds = ['image', 'video', 'audio', 'application', 'locationMessage', 'vcard', 'call_log'] as const
  return JSON.stringify(
    Object.fromEntries(kinds.map((kind) => [kind, messagePreview('', kind, null, texts)])),
  )
}

export interface SwitchOverResult {
  readonly opened: readonly string[]
  /** The names of companies that stay closed because they were closed in the source. */
  readonly closed: readonly string[]
  /** The names of companies that stay closed because their deletion here is scheduled. */
  readonly leaving: readonly string[]
}

/** Ends the move for good and opens the companies that were active in the source, which is not read any more. */
export async function switchOverMoveIn(
  order: Pick<SourceInspectionParameters, 'workplace' | 'name'>,
): Promise<SwitchOverResult> {
  const { workplace, name } = order
  const row = await workplace.withPlatform('look for a move', ({ db }) => db.row(moveInByName, { name }))
  if (row !== null) refuseMoveInAfterSwitchOver(name, row)
  const companies = await workplace.withPlatform('look for moved companies', ({ db }) =>
    db.rows(movedCompanies, { moveIn: name }),
  )
  if (row?.state !== 'done' || companies.some(({ was_active }) => was_active === null))
    throw new MoveInProblem(
      'not-complete',
      `The move ${name} is not complete: run it to its end before the switch.`,
    )
  for (const { company_id } of companies)
    await inAct(workplace, company_id, ({ work }) => prepareTimers(work))
  await workplace.withPlatform('switch to Balcão', async ({ db, now }) => {
    await db.run(activateMovedCompanies, {
      companyIds: companies.map(({ company_id }) => company_id),
      areActive: companies.map(({ was_active }) => was_active === true),
      at: now,
    })
    await db.run(saveMoveInState, { name, state: 'switched', at: now })
  })
  const namesOf = (those: typeof companies) => those.map((company) => company.name)
  return {
    opened: namesOf(companies.filter(({ was_active, is_leaving }) => was_active === true && !is_leaving)),
    closed: namesOf(companies.filter(({ was_active }) => was_active !== true)),
    leaving: namesOf(companies.filter(({ was_active, is_leaving }) => was_active === true && is_leaving)),
  }
}

/** Fails past schedules and restarts timers of moved tickets. It runs again if a later part of the cutover fails. */
async function prepareTimers(work: CompanyWork): Promise<void> {
  await work.db.run(failPastSchedules, { at: work.now })
  await work.db.run(restartIdleTimersOfMovedTickets, { at: work.now })
  await work.db.run(restartQueueTimersOfMovedTickets, { at: work.now })
  await enqueueTicketWakeJobs(work)
}
