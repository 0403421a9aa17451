import type { ScheduleId } from '@balcao/domain/ids'
import { mayChangeSchedule } from '@balcao/domain/schedules'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { lockTicketsForMessages } from '../messages/outgoing/hold-tickets'
import { lockSchedule, type ScheduleRow, scheduleById } from './schedules.queries'

/** Loads a schedule of the company. Every user may read and manage schedules (PERM-16). */
export async function scheduleToRead(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  return rowOrRefuse(await work.db.row(scheduleById, { id }), 'ERR_NO_SCHEDULE_FOUND')
}

/** Loads and locks a schedule to delete. Locks its message's ticket first, in the order of message changes. */
export async function scheduleToDelete(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  const { message_id: messageId } = await scheduleToRead(work, id)
  if (messageId !== null) await lockTicketsForMessages(work, [messageId])
  return rowOrRefuse(await work.db.row(lockSchedule, { id }), 'ERR_NO_SCHEDULE_FOUND')
}

/** Loads and locks a schedule to change. Refuses once its message is being sent. */
export async function scheduleToChange(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  const schedule = await scheduleToDelete(work, id)
  if (!mayChangeSchedule(schedule.status)) {
    throw refuse(schedule.status === 'SAINDO' ? 'ERR_SCHEDULE_LEAVING' : 'ERR_SCHEDULE_SENT')
  }
  return schedule
}
