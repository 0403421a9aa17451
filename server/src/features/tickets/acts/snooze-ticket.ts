import type { TicketId } from '@balcao/domain/ids'
import { z } from 'zod'
import { jobKind } from '../../../platform/jobs'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { snoozedTicketsWithTime } from '../move-in.queries'
import { ticketToAnswer, ticketToChange } from '../tickets.access'
import type { TicketRow } from '../tickets.queries'
import type { UnsignedTicket } from '../tickets.view'
import { applyTransition, applyTransitions } from './apply-transition'
import { lockTicketDueToWake, saveSnooze } from './ticket-timers.queries'

const taskName = 'tickets.wake'

/** `until` null: until the customer writes. A later snooze of the same ticket replaces the job of the earlier one. */
export async function snoozeTicket(
  work: PersonWork,
  ticketId: TicketId,
  until: Date | null,
): Promise<UnsignedTicket> {
  const ticket = await ticketToAnswer(work, ticketId)
  if (until !== null && until <= work.now) throw refuse('ERR_SCHEDULE_IN_PAST')
  await work.db.run(saveSnooze, { ticketId: ticket.id, until })
  if (until !== null) enqueueWake(work, ticket.id, until)
  return applyTransition(work, ticket, 'snooze')
}

/** For an imported company, which has snoozed tickets but no jobs. Safe to repeat. */
export async function enqueueTicketWakeJobs(work: CompanyWork): Promise<void> {
  for (const { id, snoozed_until } of await work.db.rows(snoozedTicketsWithTime))
    enqueueWake(work, id, snoozed_until)
}

function enqueueWake(work: CompanyWork, ticketId: TicketId, runAt: Date): void {
  work.enqueue({ task: taskName, payload: { ticketId }, runAt, key: `${taskName}:${ticketId}` })
}

export async function wakeTicket(work: PersonWork, ticketId: TicketId): Promise<UnsignedTicket> {
  return applyTransition(work, await ticketToChange(work, ticketId), 'wake')
}

/** Wakes snoozed tickets, because their customers have written. Returns the rows after the change. */
export async function wakeTicketsOnCustomerMessage(
  work: CompanyWork,
  tickets: readonly TicketRow[],
): Promise<readonly TicketRow[]> {
  const snoozed = tickets.filter(({ status }) => status === 'snoozed')
  const transitions = snoozed.map((before) => ({ before, name: 'wake' as const }))
  await applyTransitions(work, transitions)
  return tickets.map((ticket) => (snoozed.includes(ticket) ? { ...ticket, status: 'open' } : ticket))
}

/** Wakes a ticket whose snooze has ended. One that is awake already, or snoozed until later, stays as it is. */
export async function wakeDueTicket(work: CompanyWork, ticketId: TicketId): Promise<void> {
  const ticket = await work.db.row(lockTicketDueToWake, { ticketId, now: work.now })
  if (ticket !== null) await applyTransition(work, ticket, 'wake')
}

export const wakeTicketJob = jobKind({
  task: taskName,
  payload: z.object({ ticketId: z.number().int() }),
  // The cast is safe, because this server wrote the id into the job.
  carryOut: (company, { ticketId }) => company.act((work) => wakeDueTicket(work, ticketId as TicketId)),
})
