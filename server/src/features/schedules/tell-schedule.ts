import type { ContactId, MessageId, ScheduleId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { scheduleChanged, scheduleDeleted } from './schedules.events'
import {
  eraseSchedules,
  giveSchedulesTo,
  markSent,
  type ScheduleRow,
  scheduleById,
  schedulesById,
  settleByMessage,
} from './schedules.queries'
import { unsigned } from './schedules.view'

/** Tells everybody who may know that the schedule is now as the database has it; answers it for the caller. */
export async function tellSchedule(
  work: CompanyWork,
  id: ScheduleId,
  action: 'create' | 'update',
): Promise<ScheduleRow> {
  const row = await work.db.one(scheduleById, [id])
  work.record(scheduleChanged, { action, schedule: unsigned(row) })
  return row
}

/** Its message was refused for good, or is tried again. */
export async function followMessage(
  work: CompanyWork,
  { messageId, failure }: { messageId: MessageId; failure: string | null },
): Promise<void> {
  await tellSchedules(work, await work.db.rows(settleByMessage, [messageId, failure, work.now]))
}

/** WhatsApp's server has these messages: their schedules are sent, at this moment. */
export async function followTicks(
  work: CompanyWork,
  { messageIds }: { messageIds: readonly MessageId[] },
): Promise<void> {
  await tellSchedules(work, await work.db.rows(markSent, [messageIds, work.now]))
}

async function tellSchedules(work: CompanyWork, changed: readonly { id: ScheduleId }[]): Promise<void> {
  if (changed.length === 0) return
  const rows = await work.db.rows(schedulesById, [changed.map(({ id }) => id)])
  for (const row of rows) work.record(scheduleChanged, { action: 'update', schedule: unsigned(row) })
}

/** Two contacts turned out to be one: what was planned for either goes to the one that is kept. */
export async function keepSchedules(
  work: CompanyWork,
  { keptId, goneId }: { keptId: ContactId; goneId: ContactId },
): Promise<void> {
  const moved = await work.db.rows(giveSchedulesTo, [goneId, keptId])
  await tellSchedules(work, moved)
}

/** What was planned for a person who is erased goes, its files too. */
export async function forgetSchedules(
  work: CompanyWork,
  { contactId }: { contactId: ContactId },
): Promise<void> {
  const gone = await work.db.rows(eraseSchedules, [contactId])
  orderFileRemoval(
    work,
    gone.flatMap(({ media }) => media?.key ?? []),
  )
  for (const { id } of gone) work.record(scheduleDeleted, { scheduleId: id })
}
