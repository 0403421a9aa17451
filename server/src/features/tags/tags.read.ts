import type { TagWithUsageView, TimestampedTagView } from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { countTags, kanbanTags, tagById, tagsMatchingName, tagsPage } from './tags.queries'
import { tagView, tagWithUsageView } from './tags.view'

type DbReader = Pick<CompanyWork, 'db'>

export async function findTags({ db }: DbReader, words: string): Promise<TimestampedTagView[]> {
  return (await db.rows(tagsMatchingName, { words: words.trim() })).map(tagView)
}

/** Lists tags with their usage. A null page returns all of them (TAG-12). */
export async function listTags(
  { db }: DbReader,
  words: string,
  pageNumber: number | null,
): Promise<{ tags: TagWithUsageView[]; count: number; hasMore: boolean }> {
  const offset = pageNumber === null ? 0 : (pageNumber - 1) * limits.listPage
  const rows = await db.rows(tagsPage, {
    words: words.trim(),
    limit: pageNumber === null ? null : limits.listPage,
    offset,
  })
  const { count } = await db.one(countTags, { words: words.trim() })
  return { tags: rows.map(tagWithUsageView), count, hasMore: count > offset + rows.length }
}

export async function listKanbanTags({ db }: DbReader): Promise<TagWithUsageView[]> {
  return (await db.rows(kanbanTags)).map(tagWithUsageView)
}

export async function readTag({ db }: DbReader, id: TagId): Promise<TagWithUsageView> {
  return tagWithUsageView(rowOrRefuse(await db.row(tagById, { id }), 'ERR_NO_TAG_FOUND'))
}
