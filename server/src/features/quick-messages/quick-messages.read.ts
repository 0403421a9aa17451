import { limits } from '@balcao/domain/limits'
import type { PersonWork } from '../../platform/work'
import {
  countQuickMessages,
  type QuickMessageRow,
  quickMessageChoices,
  quickMessagesPage,
} from './quick-messages.queries'

/** Returns one page of the user's own and the shared quick messages. */
export async function listQuickMessages(
  { db, actor }: PersonWork,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: QuickMessageRow[]; count: number; hasMore: boolean }> {
  const words = searchParam.trim()
  const offset = (pageNumber - 1) * limits.listPage
  const rows = await db.rows(quickMessagesPage, {
    userId: actor.userId,
    words,
    limit: limits.listPage,
    offset,
  })
  const { count } = await db.one(countQuickMessages, { userId: actor.userId, words })
  return { rows, count, hasMore: count > offset + rows.length }
}

/** Returns the user's quick messages for the composer. Rows stored before the limit existed are cut at it. */
export function usableQuickMessages({
  db,
  actor,
}: PersonWork): Promise<(QuickMessageRow & { is_whole: boolean })[]> {
  const { ofCompany, wholeBytes, beginning } = limits.quickMessages
  return db.rows(quickMessageChoices, { userId: actor.userId, limit: ofCompany, wholeBytes, beginning })
}
