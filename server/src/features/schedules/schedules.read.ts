import type { ContactId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { CompanyWork } from '../../platform/work'
import { countSchedules, type ScheduleRow, schedulesPage } from './schedules.queries'

/** One page of the company's schedules, newest first (SCHED-09). */
export async function listSchedules(
  { db }: Pick<CompanyWork, 'db'>,
  wanted: {
    readonly searchParam: string
    readonly pageNumber: number
    readonly contactId?: ContactId | null | undefined
    readonly userId?: UserId | null | undefined
  },
): Promise<{ rows: ScheduleRow[]; count: number; hasMore: boolean }> {
  const filter = [wanted.searchParam.trim(), wanted.contactId ?? null, wanted.userId ?? null] as const
  const offset = (wanted.pageNumber - 1) * limits.listPage
  const rows = await db.rows(schedulesPage, [...filter, limits.listPage, offset])
  const { count } = await db.one(countSchedules, [...filter])
  return { rows, count, hasMore: count > offset + rows.length }
}
