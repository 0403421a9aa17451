import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { closeIdleTicketsAndNotify } from '../../features/reception/say-on-transition'
import { moveUnqueuedTicketsToQueue } from '../../features/tickets/acts/place-ticket'
import {
  type DueTicketRow,
  dueIdleTickets,
  dueUnqueuedTickets,
} from '../../features/tickets/acts/ticket-timers.queries'
import type { CompanyWork, Workplace } from '../../platform/work'
import { type RepeatedTask, type RepetitionDependencies, repeatTask } from '../repeat-task'

export interface TicketTimersDependencies extends RepetitionDependencies {
  readonly workplace: Workplace
}

const pauses = { firstMs: 5_000, everyMs: 5_000 }
/** The most tickets of one connection per round, so that one with thousands does not delay the others. */
const ofConnection = 50
const atOnce = 400
/** The most tickets per transaction. Many small commits are slow, but a large one makes the tickets' agents wait. */
const maxBatchSize = 20
const concurrency = 3

interface Timer {
  readonly name: string
  readonly due: typeof dueIdleTickets
  readonly act: (work: CompanyWork, ids: readonly TicketId[]) => Promise<number>
}
const timers: readonly Timer[] = [
  { name: 'tickets without a queue', due: dueUnqueuedTickets, act: moveUnqueuedTicketsToQueue },
  { name: 'idle tickets', due: dueIdleTickets, act: closeIdleTicketsAndNotify },
]

/** Carries out due ticket timers, also those that became due while no process ran. Returns how many tickets changed. */
export async function carryOutTicketTimers(
  parts: Omit<TicketTimersDependencies, 'clock'>,
  stopping?: AbortSignal,
): Promise<number> {
  let done = 0
  for (const timer of timers) done += await carryOut(parts, timer, stopping)
  return done
}

/** Carries out one kind of timer until a round changes nothing. */
async function carryOut(
  parts: Omit<TicketTimersDependencies, 'clock'>,
  timer: Timer,
  stopping?: AbortSignal,
): Promise<number> {
  let done = 0
  for (;;) {
    const due = await parts.workplace.withPlatform('tickets whose time has come', ({ db, now }) =>
      db.rows(timer.due, { now, ofConnection, atOnce }),
    )
    const batches = batchesOf(due)
    let acted = 0
    const work = async () => {
      for (let batch = batches.pop(); batch !== undefined && !stopping?.aborted; batch = batches.pop()) {
        acted += await actOn(parts, timer, batch)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    done += acted
    // The next run tries a failed ticket again.
    if (acted === 0 || stopping?.aborted) return done
  }
}

interface Batch {
  readonly companyId: CompanyId
  readonly ids: readonly TicketId[]
}

/** Handles a batch. If it fails, each ticket is tried alone, so that a failing one does not block the others. */
async function actOn(
  parts: Omit<TicketTimersDependencies, 'clock'>,
  timer: Timer,
  { companyId, ids }: Batch,
): Promise<number> {
  const { workplace, log } = parts
  const actor = { kind: 'system', name: 'timers', companyId } as const
  try {
    return await workplace.withCompany(actor, (work) => timer.act(work, ids))
  } catch (err) {
    if (ids.length === 1) {
      log.warn(
        { err, companyId, ticketId: ids[0], timer: timer.name },
        'a ticket whose time has come could not be acted on',
      )
      return 0
    }
    let done = 0
    for (const id of ids) done += await actOn(parts, timer, { companyId, ids: [id] })
    return done
  }
}

function batchesOf(due: readonly DueTicketRow[]): Batch[] {
  const byCompany = new Map<CompanyId, TicketId[]>()
  for (const { company_id, id } of due) byCompany.set(company_id, [...(byCompany.get(company_id) ?? []), id])
  return [...byCompany].flatMap(([companyId, ids]) =>
    Array.from({ length: Math.ceil(ids.length / maxBatchSize) }, (_, part) => ({
      companyId,
      ids: ids.slice(part * maxBatchSize, (part + 1) * maxBatchSize),
    })),
  )
}

export function startTicketTimers(parts: TicketTimersDependencies): RepeatedTask {
  return repeatTask(parts, pauses, 'timers of tickets could not be looked for', (stopping) =>
    carryOutTicketTimers(parts, stopping),
  )
}
