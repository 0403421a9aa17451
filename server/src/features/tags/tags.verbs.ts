import type { TagView } from '@balcao/contract/tags'
import type { TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { copyTicketTags, insertTag, type TagRow, tagsByName } from './tags.queries'

/** Tags of the company by name, for choosers and filters. */
export async function findTags({ db }: CompanyWork, words: string): Promise<TagView[]> {
  const rows = await db.rows(tagsByName, [words.trim()])
  return rows.map(tagView)
}

export async function createTag(
  { db, now }: CompanyWork,
  { name, color, isKanban }: { name: string; color: string; isKanban: boolean },
): Promise<TagView> {
  return tagView(await db.one(insertTag, [name, color, isKanban, now]))
}

/** A ticket is about to end in another one, which gets its tags. */
export async function keepTags(
  { db }: Pick<CompanyWork, 'db'>,
  { liveTickets }: { liveTickets: { keptId: TicketId; goneId: TicketId } | null },
): Promise<void> {
  if (liveTickets !== null) await db.run(copyTicketTags, [liveTickets.goneId, liveTickets.keptId])
}

function tagView({ id, name, color, kanban }: TagRow): TagView {
  return { id, name, color, kanban: kanban ? 1 : 0 }
}
