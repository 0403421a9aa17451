import type { CompanyId } from '@balcao/domain/ids'
import { previewOf } from '@balcao/domain/messages'
import { textsOfCompany } from '../../features/companies/companies.read'
import { openMovedCompanies } from '../../features/companies/move-in.queries'
import { planAnew } from '../../features/contacts/admit-contacts.queries'
import { sumSettledDays } from '../../features/dashboard/sum-settled-days'
import {
  advanceStep,
  endMoveIn,
  endStep,
  movedCompanies,
  movedTargets,
  moveInByName,
  noteMoveIn,
  openMoveIn,
  openStep,
} from '../../features/move-ins/move-ins.queries'
import { summariseMovedTickets } from '../../features/tickets/move-in.queries'
import { takenEmails } from '../../features/users/move-in.queries'
import type { DataKeys } from '../../platform/encryption'
import { StartUpProblem } from '../../platform/fatal'
import type { FileStore } from '../../platform/files/file-store'
import type { CompanyWork, Workplace } from '../../platform/work'
import { countRows, type LookOrder } from './look'
import { Piece } from './piece'
import { defaultKey, type Mapping, positionOf, readingSql, type Step, type StepContext } from './step'

export interface MoveOrder extends LookOrder {
  readonly store: FileStore
  readonly dataKeys: DataKeys
  readonly mapping: Mapping
  readonly unusableHash: string
  readonly signal?: AbortSignal
  readonly progress?: (progress: MoveProgress) => void
}

export interface MoveProgress {
  readonly company: string
  readonly step: string
  readonly rowsDone: number
  readonly rowsTotal: number
}

/** Sequelize writes the times of changes with the clocks of several processes, so each pass overlaps the one before. */
const overlap = '1 day'
const ticketsAtOnce = 500
const noteEveryMs = 2_000
const never = new AbortController().signal

/**
 * Moves the companies of the mapping, step by step and piece by piece. Each piece is one transaction with its ids in the
 * map and the position of its step, so that the move may end at any point: the next call continues behind the last piece.
 * A call after a whole move reads what has changed since.
 */
export async function moveIn(order: MoveOrder): Promise<void> {
  const { product, source, workplace, name, mapping, media, signal = never } = order
  await refuseSwitched(order)
  const companies = (await product.companies(source)).filter(({ id }) => mapping.companies[id]?.move === true)
  if (companies.length === 0)
    throw new StartUpProblem('The mapping moves no company: set "move": true for those that shall move.')
  const steps = product.steps.filter(({ reading }) => source.has(reading.table))
  const counts = new Map<string, number>()
  for (const { id } of companies)
    for (const step of steps) counts.set(`${id} ${step.name}`, await countRows(source, step.reading, id))
  const rowsTotal = [...counts.values()].reduce((sum, count) => sum + count, 0)
  await workplace.withPlatform('begin a move', ({ db, now }) =>
    db.one(openMoveIn, { name, product: product.name, state: 'running', look: null, rowsTotal, at: now }),
  )
  let rowsDone = 0
  let notedAtMs = 0
  try {
    media.refuse((await product.contestedPaths?.(source)) ?? [])
    for (const company of companies) {
      const companyId = await product.found(workplace, source, {
        moveIn: name,
        sourceId: company.id,
        mapping,
      })
      const context = contextOf(order, companyId, company.id)
      for (const step of steps) {
        const count = counts.get(`${company.id} ${step.name}`) ?? 0
        await runStep(order, step, context, async (read) => {
          signal.throwIfAborted()
          await note({
            company: company.name,
            step: step.name,
            rowsDone: rowsDone + Math.min(read, count),
            rowsTotal,
          })
        })
        rowsDone += count
      }
      await summarise(order, companyId)
    }
    await end('done', null)
  } catch (error) {
    await end(signal.aborted ? 'stopped' : 'failed', signal.aborted ? null : String(error).slice(0, 500))
    throw error
  }

  async function note(progress: MoveProgress): Promise<void> {
    order.progress?.(progress)
    if (performance.now() - notedAtMs < noteEveryMs) return
    notedAtMs = performance.now()
    const { company, step, rowsDone } = progress
    await workplace.withPlatform('note the progress of a move', ({ db, now }) =>
      db.run(noteMoveIn, { name, company, step, rowsDone, at: now }),
    )
  }

  async function end(state: 'done' | 'stopped' | 'failed', failure: string | null): Promise<void> {
    await workplace.withPlatform('end a move', ({ db, now }) =>
      db.run(endMoveIn, { name, state, failure, at: now }),
    )
  }
}

async function refuseSwitched({ workplace, name }: Pick<MoveOrder, 'workplace' | 'name'>): Promise<void> {
  const row = await workplace.withPlatform('look for a move', ({ db }) => db.row(moveInByName, { name }))
  if (row?.switched_at != null)
    throw new StartUpProblem(`The move ${name} was ended by its switch: its companies are in use here.`)
}

function contextOf(order: MoveOrder, companyId: CompanyId, sourceId: string): StepContext {
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

function inAct<T>(workplace: Workplace, companyId: CompanyId, act: (piece: Piece) => Promise<T>): Promise<T> {
  return workplace.withCompany({ kind: 'system', name: 'move in', companyId }, async (work) => {
    await work.db.one(planAnew)
    const piece = new Piece(work)
    const result = await act(piece)
    await piece.close()
    return result
  })
}

async function runStep(
  { source, workplace }: MoveOrder,
  step: Step,
  context: StepContext,
  onRead: (rows: number) => Promise<void>,
): Promise<void> {
  const { companyId, sourceId } = context
  const { reading } = step
  const opened = await inAct(workplace, companyId, ({ work }) =>
    work.db.one(openStep, { step: step.name, sinceLess: overlap, at: work.now }),
  )
  let position = opened.position
  let read = opened.since === null ? opened.rows_read : 0
  await onRead(read)
  await step.begin?.(context)
  const { sql, values } = readingSql(source, reading, { company: sourceId, since: opened.since, position })
  for await (const rows of source.pages<Record<string, unknown>>(sql, values, reading.size ?? 1_000)) {
    const prepared = await step.prepare?.(context, rows)
    const next = positionOf(rows.at(-1) ?? {}, reading.key ?? defaultKey)
    const from = position
    await inAct(workplace, companyId, async (piece) => {
      await step.carry(piece, rows, context, prepared)
      const advanced = await piece.work.db.row(advanceStep, {
        step: step.name,
        from: from === null ? null : JSON.stringify(from),
        to: JSON.stringify(next),
        read: rows.length,
        moved: piece.moved,
      })
      if (advanced === null) throw new StartUpProblem('Another command runs this move at this moment.')
    })
    position = next
    read += rows.length
    await onRead(read)
  }
  await inAct(workplace, companyId, ({ work }) => work.db.run(endStep, { step: step.name, at: work.now }))
}

/** What lists and the dashboard show, once everything has moved. It may run again. */
async function summarise({ workplace }: MoveOrder, companyId: CompanyId): Promise<void> {
  for (const kind of ['ticket', 'attendance']) {
    for (let after = 0; ; ) {
      const last = await inAct(workplace, companyId, async ({ work }) => {
        const rows = await work.db.rows(movedTargets, { kind, after, limit: ticketsAtOnce })
        const ids = rows.map(({ target_id }) => target_id)
        if (ids.length > 0) await work.db.run(summariseMovedTickets, { ids, previews: await previews(work) })
        return ids.at(-1) ?? null
      })
      if (last === null) break
      after = last
    }
  }
  await inAct(workplace, companyId, ({ work }) => sumSettledDays(work))
}

async function previews(work: CompanyWork): Promise<string> {
  const texts = await textsOfCompany(work)
  const kinds = ['image', 'video', 'audio', 'application', 'locationMessage', 'vcard', 'call_log'] as const
  return JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, previewOf('', kind, null, texts)])))
}

/** Opens the moved companies as they were in the source, and ends the move: it can't be repeated after that. */
export async function switchOver(order: LookOrder): Promise<readonly string[]> {
  const { workplace, name, product, source } = order
  await refuseSwitched(order)
  const row = await workplace.withPlatform('look for a move', ({ db }) => db.row(moveInByName, { name }))
  if (row?.state !== 'done')
    throw new StartUpProblem(`The move ${name} is not complete: run it to its end before the switch.`)
  const companies = await workplace.withPlatform('look for moved companies', ({ db }) =>
    db.rows(movedCompanies, { moveIn: name }),
  )
  const active = new Map<CompanyId, boolean>()
  for (const { company_id, source_id } of companies)
    active.set(company_id, await product.wasActive(source, source_id))
  await workplace.withPlatform('switch to Balcão', async ({ db, now }) => {
    await db.run(openMovedCompanies, {
      companyIds: [...active.keys()],
      areActive: [...active.values()],
      at: now,
    })
    await db.run(endMoveIn, { name, state: 'switched', failure: null, at: now })
  })
  return companies.filter(({ company_id }) => active.get(company_id)).map((company) => company.name)
}
