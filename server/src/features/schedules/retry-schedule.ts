import type { ScheduleId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { retryFailedMessage } from '../messages/retry-message'
import { saveAgain } from './save-schedule'
import { scheduleToDelete, scheduleToRead } from './schedules.access'
import { leavingFacts, type ScheduleRow } from './schedules.queries'

/**
 * Sends a failed schedule again. A stored message is sent under its reserved id; without a message the schedule is
 * due at once. A second concurrent retry, or a retry in another state, changes nothing.
 */
export async function retrySchedule(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  const failed = await scheduleToRead(work, id)
  if (failed.status !== 'ERRO') return failed
  const { message_id: messageId, connection_status: connection } = await work.db.one(leavingFacts, { id })
  if (connection === null) throw refuse('ERR_NO_DEF_WAPP_FOUND')
  if (connection === 'DISCONNECTED') throw refuse('ERR_WAPP_DISCONNECTED')

  if (messageId !== null && (await retryFailedMessage(work, messageId))) return scheduleToRead(work, id)
  const schedule = await scheduleToDelete(work, id)
  return schedule.status === 'ERRO' ? saveAgain(work, schedule) : schedule
}
