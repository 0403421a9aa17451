import type { ConnectionId, HandoverId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { TicketStatus } from '@balcao/domain/tickets'
import { statement } from '../../../platform/database/statement'

export interface HandoverRow {
  ticket_id: TicketId
  ticket_uuid: string
  contact_name: string
  by_user_id: UserId
  by_name: string
  note: string | null
  at: Date
}

const handoverColumns = `
  h.ticket_id, t.uuid as ticket_uuid, c.name as contact_name, h.by_user_id, u.name as by_name, n.note, h.at`
const joins = `
  join tickets t on t.company_id = h.company_id and t.id = h.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join users u on u.company_id = h.company_id and u.id = h.by_user_id
  left join ticket_notes n on n.company_id = h.company_id and n.handover_id = h.id`

/** Deletes the handover of a ticket. A ticket has at most one: that of its latest transfer. */
export const removeHandover = statement<
  { ticketId: TicketId },
  { to_user_id: UserId | null; is_seen: boolean }
>(
  'handovers.remove',
  `delete from ticket_handovers where ticket_id = :ticketId returning to_user_id, is_seen`,
)

export const insertHandover = statement<
  {
    ticketId: TicketId
    byUserId: UserId
    toUserId: UserId | null
    at: Date
    beforeStatus: TicketStatus
    beforeUserId: UserId | null
    beforeQueueId: QueueId | null
    beforeConnectionId: ConnectionId | null
  },
  { id: HandoverId }
>(
  'handovers.insert',
  `
  insert into ticket_handovers (company_id, ticket_id, by_user_id, to_user_id, at, is_seen,
    before_status, before_user_id, before_queue_id, before_connection_id)
  values (current_company(), :ticketId, :byUserId, :toUserId, :at, :byUserId::int is not distinct from :toUserId::int,
    :beforeStatus, :beforeUserId, :beforeQueueId, :beforeConnectionId)
  returning id
  `,
)

export const handoverById = statement<{ id: HandoverId }, HandoverRow>(
  'handovers.byId',
  `select ${handoverColumns} from ticket_handovers h ${joins} where h.id = :id`,
)

/** Unseen handovers of tickets that this user still owns. */
export const unseenHandovers = statement<{ userId: UserId }, HandoverRow>(
  'handovers.unseen',
  `
  select ${handoverColumns} from ticket_handovers h ${joins}
  where h.to_user_id = :userId and not h.is_seen and t.status = 'open' and t.user_id = :userId
  order by h.id desc limit ${limits.handovers}
  `,
)

export const markHandoverSeen = statement<{ ticketId: TicketId; userId: UserId }, { id: HandoverId }>(
  'handovers.markSeen',
  `
  update ticket_handovers set is_seen = true where ticket_id = :ticketId and to_user_id = :userId and not is_seen
    returning id
  `,
)

interface UndoableTransferRow {
  before_status: TicketStatus
  before_user_id: UserId | null
  before_queue_id: QueueId | null
  before_connection_id: ConnectionId | null
}

/**
 * This user's transfer at or after `since`, with the ticket's state before it. No row after a later change or a message
 * of ours that is not automatic, or when the former owner, queue or connection was deleted.
 */
export const undoableTransfer = statement<
  { ticketId: TicketId; userId: UserId; since: Date },
  UndoableTransferRow
>(
  'handovers.undoable',
  `
  select h.before_status, h.before_user_id, h.before_queue_id, h.before_connection_id
  from ticket_handovers h
  cross join lateral (
    select e.kind, e.by_user_id, e.at
    from ticket_events e
    where e.company_id = h.company_id and e.ticket_id = h.ticket_id and e.kind <> 'unsent'
    order by e.id desc limit 1
  ) latest
  where h.ticket_id = :ticketId and h.by_user_id = :userId and h.at >= :since
    and latest.kind = 'transferred' and latest.by_user_id = :userId and latest.at = h.at
    and not exists (
      select 1 from messages m
      where m.company_id = h.company_id and m.ticket_id = h.ticket_id and m.from_me and not m.is_automatic
        and m.created_at >= h.at
    )
    and (h.before_user_id is null or exists (
      select 1 from users u where u.company_id = h.company_id and u.id = h.before_user_id))
    and (h.before_queue_id is null or exists (
      select 1 from queues q where q.company_id = h.company_id and q.id = h.before_queue_id))
    and (h.before_connection_id is null or exists (
      select 1 from connections w where w.company_id = h.company_id and w.id = h.before_connection_id))
  `,
)
