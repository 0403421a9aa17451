import type { ScheduleId } from '@balcao/domain/ids'
import { scheduleOfflineTimeoutMs } from '@balcao/domain/schedules'
import { databaseTroubleIn } from '../../platform/database/database-trouble'
import type { FileStore } from '../../platform/files/file-store'
import type { CompanyJobContext } from '../../platform/jobs'
import { Refusal, refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { connectionForNewTicket } from '../connections/connections.read'
import { lockContactForTicket } from '../contacts/contacts.access'
import { storedRefusalCode } from '../message-templates/template-content'
import { failMessage } from '../messages/outgoing/apply-receipts'
import { sendMessageOverConnection } from '../messages/outgoing/send-message'
import { findOrCreateOutboundTicket } from '../tickets/contact/live-or-closed-ticket'
import { recordScheduleChange } from './record-schedule-change'
import { contentOfDueSchedule } from './schedule-template'
import {
  claimSchedule,
  failSchedule,
  failScheduleWithoutMessage,
  linkMessageToSchedule,
  postponeSchedule,
  type ScheduleMedia,
  type ScheduleRow,
  scheduleById,
  scheduleSendabilityFacts,
} from './schedules.queries'

type Company = Pick<CompanyJobContext, 'companyId' | 'act'>

const maxAttempts = 5
const pauseMs = 60_000

/**
 * Sends a due schedule once: claim, message and outbox item are one transaction. A permanent refusal is stored. Another
 * error postpones it, up to five attempts; a full disk or a database error doesn't count as an attempt.
 */
export async function sendSchedule(company: Company, id: ScheduleId, store: FileStore): Promise<void> {
  try {
    await send(company, id, store)
  } catch (error) {
    await company.act((work) => recordSendFailure(work, id, error))
    if (!isFinal(error)) throw error
  }
}

async function send(company: Company, id: ScheduleId, store: FileStore): Promise<void> {
  const waiting = await company.act((work) => work.db.row(scheduleById, { id }))
  if (waiting === null || waiting.status !== 'PENDENTE') return
  // The message gets a copy of the file. If a crash leaves the copy unused, the file sweep deletes it.
  const copy = waiting.media && { ...waiting.media, key: await store.duplicate(waiting.media.key) }
  const isSent = await company
    .act((work) => sendClaimed(work, waiting, copy))
    .catch(async (error: unknown) => {
      if (copy !== null) await store.remove(copy.key)
      throw error
    })
  if (!isSent && copy !== null) await store.remove(copy.key)
}

/** Claims the schedule and stores its message. False: the schedule was sent or changed meanwhile. */
async function sendClaimed(
  work: CompanyWork,
  waiting: ScheduleRow,
  copy: ScheduleMedia | null,
): Promise<boolean> {
  // The contact is locked before the schedule, in the lock order of a merge of contacts.
  const contact = await lockContactForTicket(work, waiting.contact_id)
  const claimed = await work.db.row(claimSchedule, {
    id: waiting.id,
    contactId: waiting.contact_id,
    mediaKey: waiting.media?.key ?? null,
    now: work.now,
  })
  if (claimed === null) return false
  if (contact.removed_at !== null) throw refuse('ERR_NO_CONTACT_FOUND')

  const { user_id: userId, connection_id: requestedId } = claimed
  const connectionId = await connectionForNewTicket(work, { requestedId, userDefaultId: null })
  const ticket = await findOrCreateOutboundTicket(work, { contact, connectionId, userId })
  const content = await contentOfDueSchedule(work, claimed, { contact, connectionId, file: copy })
  const draft = { ...content, clientId: null, quotedId: null, origin: 'schedule' as const }
  const message = await sendMessageOverConnection(work, connectionId, { ticket, draft, userId })
  await work.db.run(linkMessageToSchedule, { id: waiting.id, messageId: message.id })

  await recordScheduleChange(work, waiting.id, 'update')
  return true
}

/** Whether the error is permanent, so that a retry would fail in the same way. */
function isFinal(error: unknown): boolean {
  return error instanceof Refusal && !isOfStorage(error)
}

function isOfStorage(error: unknown): boolean {
  if (error instanceof Refusal) return error.code === 'ERR_STORAGE_FULL'
  return databaseTroubleIn(error) !== undefined
}

async function recordSendFailure(work: CompanyWork, id: ScheduleId, error: unknown): Promise<void> {
  const row = await work.db.row(scheduleById, { id })
  if (row === null) return
  const count = isOfStorage(error) ? row.attempts : row.attempts + 1
  if (!isFinal(error) && count < maxAttempts) {
    const pause = pauseMs * Math.max(1, count)
    await work.db.run(postponeSchedule, { id, dueAt: new Date(work.now.getTime() + pause), attempts: count })
    return
  }
  const failure = error instanceof Refusal ? storedRefusalCode(error) : 'ERR_SENDING_WAPP_MSG'
  const failed = await work.db.row(failSchedule, { id, failure, at: work.now })
  if (failed !== null) await recordScheduleChange(work, id, 'update')
}

/** Fails a stuck schedule and its message, or a reconnected number would send it. A late ack marks it as sent. */
export async function failStuckSchedule(work: CompanyWork, id: ScheduleId): Promise<void> {
  const facts = await work.db.row(scheduleSendabilityFacts, { id })
  if (facts?.status !== 'SAINDO') return
  const { message_id: messageId, connection_status: connection, handed_at: handedAt } = facts
  if (messageId === null) {
    const failed = await work.db.row(failScheduleWithoutMessage, {
      id,
      failure: 'ERR_SCHEDULE_WITHDRAWN',
      at: work.now,
    })
    if (failed !== null) await recordScheduleChange(work, id, 'update')
    return
  }
  const since = handedAt?.getTime() ?? 0
  const isOverdue = since <= work.now.getTime() - scheduleOfflineTimeoutMs
  if (connection === 'DISCONNECTED') await failMessage(work, messageId, 'ERR_WAPP_DISCONNECTED')
  else if (connection !== 'CONNECTED' && isOverdue) await failMessage(work, messageId, 'ERR_WAPP_OFFLINE')
}
