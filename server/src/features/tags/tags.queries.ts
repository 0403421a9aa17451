import type { TagId, TicketId, UserId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

export interface TagRow {
  id: TagId
  name: string
  color: string
  kanban: boolean
  user_id: UserId | null
  created_at: Date
  updated_at: Date
}
export interface TagWithUsageRow extends TagRow {
  tickets: number
}

const tagColumns = 'g.id, g.name, g.color, g.kanban, g.user_id, g.created_at, g.updated_at'
const tickets = `
  (select count(*)::int from ticket_tags tt where tt.company_id = g.company_id and tt.tag_id = g.id) as tickets`
const matchesSearch = 'position(plain_text(:words) in plain_text(g.name)) > 0'

export const tagsMatchingName = statement<{ words: string }, TagRow>(
  'tags.byName',
  `select ${tagColumns} from tags g where ${matchesSearch} order by lower(g.name), g.id`,
)

/** One page of the tags whose name contains `words`. A null limit returns all of them. */
export const tagsPage = statement<{ words: string; limit: number | null; offset: number }, TagWithUsageRow>(
  'tags.page',
  `
  select ${tagColumns}, ${tickets} from tags g where ${matchesSearch} order by lower(g.name), g.id limit :limit offset :offset
  `,
)

export const countTags = statement<{ words: string }, { count: number }>(
  'tags.count',
  `select count(*)::int as count from tags g where ${matchesSearch}`,
)

export const kanbanTags = statement<NoParams, TagWithUsageRow>(
  'tags.kanban',
  `select ${tagColumns}, ${tickets} from tags g where g.kanban order by g.id`,
)

export const tagById = statement<{ id: TagId }, TagWithUsageRow>(
  'tags.byId',
  `select ${tagColumns}, ${tickets} from tags g where g.id = :id`,
)

export const tagByName = statement<{ name: string }, TagWithUsageRow>(
  'tags.named',
  `select ${tagColumns}, ${tickets} from tags g where lower(g.name) = lower(:name)`,
)

export const lockTag = statement<{ id: TagId }, TagRow>(
  'tags.lock',
  `select ${tagColumns} from tags g where g.id = :id for update`,
)

export const lockExistingTags = statement<{ ids: readonly TagId[] }, { id: TagId }>(
  'tags.known',
  'select id from tags where id = any (:ids) order by id for key share',
)

/** Inserts a tag. No row: the company has a tag of this name. */
export const insertTag = statement<
  { name: string; color: string; kanban: boolean; userId: UserId | null; at: Date },
  { id: TagId }
>(
  'tags.insert',
  `
  insert into tags (company_id, name, color, kanban, user_id, created_at, updated_at)
  values (current_company(), :name, :color, :kanban, :userId, :at, :at)
  on conflict (company_id, lower(name)) do nothing
  returning id
  `,
)

export const saveTag = statement<{ id: TagId; name: string; color: string; kanban: boolean; at: Date }>(
  'tags.save',
  'update tags set name = :name, color = :color, kanban = :kanban, updated_at = :at where id = :id',
)

export const removeTag = statement<{ id: TagId }>('tags.remove', 'delete from tags where id = :id')

export const removeOtherTagsOfTicket = statement<
  { ticketId: TicketId; kept: readonly TagId[] },
  { tag_id: TagId }
>(
  'tags.takeOthersOfTicket',
  'delete from ticket_tags where ticket_id = :ticketId and not tag_id = any (:kept) returning tag_id',
)

export const addTagsToTicket = statement<{ ticketId: TicketId; ids: readonly TagId[] }, { tag_id: TagId }>(
  'tags.giveToTicket',
  `
  insert into ticket_tags (company_id, ticket_id, tag_id)
  select current_company(), :ticketId, id from unnest(:ids::int[]) as id
  on conflict do nothing
  returning tag_id
  `,
)

/** Removes the board's tags from a ticket, except the tag `kept`. Null removes all of them. */
export const removeBoardTagsOfTicket = statement<
  { ticketId: TicketId; kept: TagId | null },
  { tag_id: TagId }
>(
  'tags.takeBoardTagsOfTicket',
  `
  delete from ticket_tags tt using tags g
  where tt.ticket_id = :ticketId and g.company_id = tt.company_id and g.id = tt.tag_id and g.kanban
    and tt.tag_id is distinct from :kept::int
  returning tt.tag_id
  `,
)

/** Copies the tags of a merged ticket to the ticket that stays. The merge deletes the other ticket's rows later. */
export const copyTicketTags = statement<{ from: TicketId; to: TicketId }>(
  'tags.copyOfTicket',
  `
  insert into ticket_tags (company_id, ticket_id, tag_id)
  select company_id, :to, tag_id from ticket_tags where ticket_id = :from
  on conflict do nothing
  `,
)
