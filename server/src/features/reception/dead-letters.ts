import type { DeadLetter } from '@balcao/contract/reception'
import type { InboundEventId } from '@balcao/domain/ids'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import { refuse } from '../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import {
  countDeadLetters,
  type DeadLetterRow,
  deadLetterById,
  deadLettersPage,
  markDeadLetterDismissed,
  requeueAllDeadLetters,
  requeueDeadLetter,
} from './dead-letters.queries'
import { allDeadLettersReplayed, deadLetterRecorded, deadLetterRemoved } from './reception.events'

const longest = 300

/** The wire format of a dead letter, for answers and events. */
export function deadLetterView(row: DeadLetterRow): DeadLetter {
  return {
    id: row.id,
    connection: { id: row.connection_id, name: row.connection_name },
    from: row.from_name,
    heardAt: row.received_at.toISOString(),
    attempts: row.attempts,
    reason: row.dead_because,
  }
}

/** Returns one page of the dead letters, oldest first. */
export async function listDeadLetters(
  { db }: PersonWork,
  pageNumber: number,
): Promise<ListPage<DeadLetterRow>> {
  return readListPage(db, { page: deadLettersPage, count: countDeadLetters }, {}, pageNumber)
}

/** Makes a dead letter pending again, at its original position. Refuses an event that is no dead letter. */
export async function replayDeadLetterById(work: PersonWork, entryId: InboundEventId): Promise<void> {
  const entry = await work.db.row(requeueDeadLetter, { entryId })
  if (entry === null) throw refuse('ERR_NOT_FOUND')

  work.record(deadLetterRemoved, { entryId })
  work.wake('replayed-events', String(work.companyId))
}

/** Makes all dead letters pending again, each at its original position. Does nothing without dead letters. */
export async function replayEveryDeadLetter(work: PersonWork): Promise<void> {
  const entries = await work.db.rows(requeueAllDeadLetters)
  if (entries.length === 0) return

  work.record(allDeadLettersReplayed, {})
  work.wake('replayed-events', String(work.companyId))
}

/** Dismisses a dead letter for good. Refuses an event that is no dead letter. */
export async function dismissDeadLetterById(work: PersonWork, entryId: InboundEventId): Promise<void> {
  const entry = await work.db.row(markDeadLetterDismissed, { entryId, at: work.now })
  if (entry === null) throw refuse('ERR_NOT_FOUND')

  await recordAudit(work, { act: 'setAside.dismissed', subject: { id: entryId } })
  work.record(deadLetterRemoved, { entryId })
}

/** Notifies the admins of a new dead letter. */
export async function recordDeadLetter(
  work: Pick<CompanyWork, 'db' | 'record'>,
  entryId: InboundEventId,
): Promise<void> {
  work.record(deadLetterRecorded, { entry: deadLetterView(await work.db.one(deadLetterById, { entryId })) })
}

/** The error as a text for admins, without quoted parts: a parser's error may quote a customer's message. */
export function inboundFailureReason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const code = 'code' in cause ? ` (${String(cause.code)})` : ''
  const words = cause.message.replace(/["'`].*["'`]/s, '…')
  return `${cause.name}: ${words}`.slice(0, longest - code.length) + code
}
