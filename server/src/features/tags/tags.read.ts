import type { TagWithUsageView, TimestampedTagView } from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { countTags, kanbanTags, tagById, tagsMatchingName, tagsPage } from './tags.queries'
import { tagView, tagWithUsageView } from './tags.view'

type DbReader = Pick<CompanyWork, 'db'>

/** Returns the tags of the company by name, for selection lists and filters. */
export async function findTags({ db }: DbReader, words: string): Promise<TimestampedTagView[]> {
  return (await db.rows(tagsMatchingName, { words: words.trim() })).map(tagView)
}

/**
 * Returns one page of the tags whose name contains the search text; without a page all of them (TAG-05,
 * TAG-12).
 */
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

/** Returns the lanes of the board in order of creation (TAG-08). */
export async function listKanbanTags({ db }: DbReader): Promise<TagWithUsageView[]> {
  return (await db.rows(kanbanTags)).map(tagWithUsageView)
}

export async function readTag({ db }: DbReader, id: TagId): Promise<TagWithUsageView> {
  const tag = await db.row(tagById, { id })
  if (tag === null) throw refuse('ERR_NO_TAG_FOUND')
  return tagWithUsageView(tag)
}
