import type { AnswerOf, ParsedInputOf } from '@balcao/contract/endpoint'
import type * as calls from '@balcao/contract/schedules'
import { capabilitiesOf } from '@balcao/domain/providers'
import { type ListPage, readListPage } from '../../platform/database/list-page'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { contactToRead } from '../contacts/contacts.access'
import {
  countSchedules,
  replyWindowOfContact,
  type ScheduleRow,
  schedulesBetween,
  schedulesPage,
} from './schedules.queries'

/** The most schedules of one calendar page, which shows a few weeks. */
const maxSchedules = 1_000
/** The limit of all texts of a calendar page. A thousand of the longest texts would have 64 MB. */
const maxTextBytes = 1 << 20

/** The schedules of a period, for the calendar. `hasMore`: the period has more of them than the limit (SCHED-02). */
export async function schedulesOfCalendar(
  { db }: Pick<CompanyWork, 'db'>,
  { from, until, contactId = null, userId = null }: ParsedInputOf<typeof calls.listSchedulesBetween>['query'],
): Promise<{ rows: ScheduleRow[]; hasMore: boolean }> {
  const rows = await db.rows(schedulesBetween, {
    from: new Date(from),
    until: new Date(until),
    contactId,
    userId,
    limit: maxSchedules,
    bytes: maxTextBytes,
  })
  return { rows, hasMore: (rows[0]?.wanted ?? 0) > rows.length }
}

export function listSchedules(
  { db }: Pick<CompanyWork, 'db'>,
  query: ParsedInputOf<typeof calls.listSchedules>['query'],
): Promise<ListPage<ScheduleRow>> {
  const { searchParam, contactId = null, userId = null } = query
  const filter = { words: searchParam.trim(), contactId, userId }
  return readListPage(db, { page: schedulesPage, count: countSchedules }, filter, query.pageNumber)
}

/** Until when a free text may be sent to the contact, so that the form can warn the user. */
export async function replyWindowForSchedule(
  work: CompanyWork,
  { contactId, whatsappId = null }: ParsedInputOf<typeof calls.getScheduleReplyWindow>['query'],
): Promise<AnswerOf<typeof calls.getScheduleReplyWindow>> {
  const [, row] = await Promise.all([
    contactToRead(work, contactId),
    work.db.row(replyWindowOfContact, { contactId, connectionId: whatsappId }),
  ])
  if (row === null && whatsappId !== null) throw refuse('ERR_NO_WAPP_FOUND')
  if (row === null) return { whatsappId: null, isLimited: false, closesAt: null }
  const isLimited = capabilitiesOf(row.provider).replyWindowHours !== null
  const closesAt = isLimited ? (row.closes_at?.toISOString() ?? null) : null
  return { whatsappId: row.connection_id, isLimited, closesAt }
}
