import type { ScheduleId } from '@balcao/domain/ids'
import { offlinePatienceMs } from '@balcao/domain/schedules'
import type { CompanyWork } from '../../platform/work'
import { failMessage } from '../messages/outgoing/settle-sending'
import { failWithoutMessage, leavingFacts } from './schedules.queries'
import { tellSchedule } from './tell-schedule'

/**
 * Fails a schedule whose message cannot be sent, and the message with it. The message then waits for a retry by a
 * user: a reconnected number does not send it. A late acknowledgement still marks both as sent. Idempotent.
 */
export async function failStuckSchedule(work: CompanyWork, id: ScheduleId): Promise<void> {
  const facts = await work.db.row(leavingFacts, { id })
  if (facts?.status !== 'SAINDO') return
  const { message_id: messageId, connection_status: connection, handed_at: handedAt } = facts
  if (messageId === null) {
    const failed = await work.db.row(failWithoutMessage, {
      id,
      failure: 'ERR_SCHEDULE_WITHDRAWN',
      at: work.now,
    })
    if (failed !== null) await tellSchedule(work, id, 'update')
    return
  }
  const since = handedAt?.getTime() ?? 0
  const isOverdue = since <= work.now.getTime() - offlinePatienceMs
  if (connection === 'DISCONNECTED') await failMessage(work, messageId, 'ERR_WAPP_DISCONNECTED')
  else if (connection !== 'CONNECTED' && isOverdue) await failMessage(work, messageId, 'ERR_WAPP_OFFLINE')
}
