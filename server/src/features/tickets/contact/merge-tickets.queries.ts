import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import { type TicketRow, ticketColumns } from '../tickets.queries'

/** Locks the contacts' tickets, and those of groups that store a message twice: with each contact as its author. */
export const lockTicketsOfContacts = statement<{ keptId: ContactId; goneId: ContactId }, TicketRow>(
  'tickets.lockOfContacts',
  `
  select ${ticketColumns} from tickets t
  where t.id in (
    select own.id from tickets own where own.contact_id in (:keptId, :goneId)
    union
    select m.ticket_id
    from messages m
    join messages twin on twin.company_id = m.company_id and twin.whatsapp_id = m.whatsapp_id
      and twin.contact_id = m.contact_id and twin.from_me = m.from_me and twin.author_contact_id = :keptId
    where m.author_contact_id = :goneId
  )
  order by t.id
  for no key update of t
  `,
)

/**
 * Gives the remaining ticket the merged one's queue and connection if the remaining one has none, the earlier start of
 * the customer's wait, and the later `last_at`.
 */
export const fillRemainingTicketFromMerged = statement<{ goneId: TicketId; keptId: TicketId }>(
  'tickets.absorb',
  `
  update tickets kept
  set queue_id = coalesce(kept.queue_id, gone.queue_id), connection_id = coalesce(kept.connection_id, gone.connection_id),
    waiting_since = least(kept.waiting_since, gone.waiting_since), last_at = greatest(kept.last_at, gone.last_at),
    version = greatest(kept.version, gone.version) + 1
  from tickets gone
  where kept.id = :keptId and gone.id = :goneId and gone.company_id = kept.company_id
  `,
)

export const moveTicketEvents = statement<{ goneId: TicketId; keptId: TicketId }>(
  'tickets.moveEvents',
  `update ticket_events set ticket_id = :keptId where ticket_id = :goneId`,
)

/** Redirects the merged ticket's id and uuid, and all earlier redirects to it, to the remaining ticket. */
export const redirectMergedTicket = statement<{ goneId: TicketId; keptId: TicketId }>(
  'tickets.redirectMergedTicket',
  `
  with redirected as (
    update ticket_merges set into_ticket_id = :keptId where into_ticket_id = :goneId
  )
  insert into ticket_merges (company_id, ticket_id, uuid, into_ticket_id)
  select t.company_id, t.id, t.uuid, :keptId from tickets t where t.id = :goneId
  `,
)

const mergedFrom = `
  select ${ticketColumns} from ticket_merges g
  join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
  where g.`

export const remainingTicketByMergedId = statement<{ goneId: TicketId }, TicketRow>(
  'tickets.mergedFrom',
  `${mergedFrom}ticket_id = :goneId
  `,
)

export const remainingTicketByMergedUuid = statement<{ uuid: string }, TicketRow>(
  'tickets.mergedFromUuid',
  `${mergedFrom}uuid = :uuid
  `,
)

export const lockRemainingTicketByMergedId = statement<{ goneId: TicketId }, TicketRow>(
  'tickets.lockMergedFrom',
  `${mergedFrom}ticket_id = :goneId
  for no key update of t
  `,
)

export const moveTicketsToContact = statement<{ goneId: ContactId; keptId: ContactId }>(
  'tickets.giveTo',
  `update tickets set contact_id = :keptId, version = version + 1 where contact_id = :goneId`,
)

/** Saves what lists show of a conversation. `lastMessageId` null: the conversation has no message. */
export const updateTicketSummary = statement<{
  ticketId: TicketId
  lastMessageId: MessageId | null
  preview: string
  fromMe: boolean
  ack: number
  hasFailed: boolean
  unread: number
}>(
  'tickets.saveSummary',
  `
  update tickets
  set last_message_id = :lastMessageId, last_message = :preview, last_message_from_me = :fromMe,
    last_message_ack = :ack, last_message_failed = :hasFailed, unread = :unread,
    waiting_since = case when :fromMe then null else waiting_since end, version = version + 1
  where id = :ticketId
  `,
)
