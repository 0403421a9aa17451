import type { ContactId, MessageId, ScheduleId } from '@balcao/domain/ids'
import { orderFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { scheduleChanged, scheduleDeleted } from './schedules.events'
import {
  eraseSchedules,
  giveSchedulesTo,
  type ScheduleRow,
  scheduleById,
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

/** What it became was refused for good, or is tried again: the schedule says so. */
export async function followMessage(
  work: CompanyWork,
  { messageId, failure }: { messageId: MessageId; failure: string | null },
): Promise<void> {
  const changed = await work.db.rows(settleByMessage, [messageId, failure, work.now])
  for (const { id } of changed) await tellSchedule(work, id, 'update')
}

/** Two contacts turned out to be one: what was planned for either goes to the one that is kept. */
export async function keepSchedules(
  work: CompanyWork,
  { keptId, goneId }: { keptId: ContactId; goneId: ContactId },
): Promise<void> {
  const moved = await work.db.rows(giveSchedulesTo, [goneId, keptId])
  for (const { id } of moved) await tellSchedule(work, id, 'update')
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
