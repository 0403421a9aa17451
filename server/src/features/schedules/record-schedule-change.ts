import type { ContactId, MessageId, ScheduleId } from '@balcao/domain/ids'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { CompanyWork } from '../../platform/work'
import { scheduleChanged, scheduleDeleted } from './schedules.events'
import {
  markSchedulesSent,
  moveSchedulesToContact,
  recordScheduleFailure,
  removeSchedulesOfContact,
  type ScheduleRow,
  scheduleById,
  schedulesByIds,
} from './schedules.queries'
import { unsignedSchedule } from './schedules.view'

export async function recordScheduleChange(
  work: CompanyWork,
  id: ScheduleId,
  action: 'create' | 'update',
): Promise<ScheduleRow> {
  const row = await work.db.one(scheduleById, { id })
  work.record(scheduleChanged, { action, schedule: unsignedSchedule(row) })
  return row
}

/** Marks a schedule as failed when its message is refused for good, and as being sent when the message is retried. */
export async function applyFailureToSchedule(
  work: CompanyWork,
  { messageId, failure }: { messageId: MessageId; failure: string | null },
): Promise<void> {
  await recordScheduleChanges(
    work,
    await work.db.rows(recordScheduleFailure, { messageId, failure, at: work.now }),
  )
}

export async function applyAcksToSchedules(
  work: CompanyWork,
  { messageIds }: { messageIds: readonly MessageId[] },
): Promise<void> {
  await recordScheduleChanges(work, await work.db.rows(markSchedulesSent, { messageIds, at: work.now }))
}

async function recordScheduleChanges(
  work: CompanyWork,
  changed: readonly { id: ScheduleId }[],
): Promise<void> {
  if (changed.length === 0) return
  const rows = await work.db.rows(schedulesByIds, { ids: changed.map(({ id }) => id) })
  for (const row of rows) work.record(scheduleChanged, { action: 'update', schedule: unsignedSchedule(row) })
}

export async function mergeSchedules(
  work: CompanyWork,
  { keptId, goneId }: { keptId: ContactId; goneId: ContactId },
): Promise<void> {
  const moved = await work.db.rows(moveSchedulesToContact, { from: goneId, to: keptId })
  await recordScheduleChanges(work, moved)
}

export async function eraseSchedulesOfContact(
  work: CompanyWork,
  { contactId }: { contactId: ContactId },
): Promise<void> {
  const deleted = await work.db.rows(removeSchedulesOfContact, { contactId })
  const keys = deleted.flatMap(({ media }) => media?.key ?? [])
  queueFileRemoval(work, keys)
  for (const { id } of deleted) work.record(scheduleDeleted, { scheduleId: id })
}
