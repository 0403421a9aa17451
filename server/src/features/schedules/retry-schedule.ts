import type { ScheduleId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { retryFailedMessage } from '../messages/retry-message'
import { saveAgain } from './save-schedule'
import { scheduleToDelete, scheduleToRead } from './schedules.access'
import { leavingFacts, type ScheduleRow } from './schedules.queries'

/**
 * Sends one that failed again. A message that was stored leaves under the id reserved for it; without one the schedule is
 * due at once. Of two retries at the same time the second changes nothing, and neither does one in another state.
 */
export async function retrySchedule(work: CompanyWork, id: ScheduleId): Promise<ScheduleRow> {
  const failed = await scheduleToRead(work, id)
  if (failed.status !== 'ERRO') return failed
  const { message_id: messageId, connection_status: connection } = await work.db.one(leavingFacts, [id])
  if (connection === null) throw refuse('ERR_NO_DEF_WAPP_FOUND')
  if (connection === 'DISCONNECTED') throw refuse('ERR_WAPP_DISCONNECTED')

  if (messageId !== null && (await retryFailedMessage(work, messageId))) return scheduleToRead(work, id)
  const schedule = await scheduleToDelete(work, id)
  return schedule.status === 'ERRO' ? saveAgain(work, schedule) : schedule
}
