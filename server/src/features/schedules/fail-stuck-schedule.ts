import type { ScheduleId } from '@balcao/domain/ids'
import { offlinePatienceMs } from '@balcao/domain/schedules'
import type { CompanyWork } from '../../platform/work'
import { failMessage } from '../messages/settle-sending'
import { failWithoutMessage, leavingFacts } from './schedules.queries'
import { tellSchedule } from './tell-schedule'

/**
 * Fails a schedule whose message can't leave, and the message with it, which then stays here until somebody retries: a
 * number that comes back sends nothing by itself. An acknowledgement that comes all the same makes both sent. May run twice.
 */
export async function failStuckSchedule(work: CompanyWork, id: ScheduleId): Promise<void> {
  const facts = await work.db.row(leavingFacts, [id])
  if (facts?.status !== 'SAINDO') return
  const { message_id: messageId, connection_status: connection, handed_at: handedAt } = facts
  if (messageId === null) {
    const failed = await work.db.row(failWithoutMessage, [id, 'ERR_SCHEDULE_WITHDRAWN', work.now])
    if (failed !== null) await tellSchedule(work, id, 'update')
    return
  }
  const since = handedAt?.getTime() ?? 0
  const isOverdue = since <= work.now.getTime() - offlinePatienceMs
  if (connection === 'DISCONNECTED') await failMessage(work, messageId, 'ERR_WAPP_DISCONNECTED')
  else if (connection !== 'CONNECTED' && isOverdue) await failMessage(work, messageId, 'ERR_WAPP_OFFLINE')
}
