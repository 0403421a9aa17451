import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { type TicketRow, ticketColumns } from './tickets.queries'

/**
 * Every ticket that the merge of two contacts may touch, locked in order of id: their own, and those of groups in which
 * a message stands twice because its writer was known as two.
 */
export const lockTicketsOfContacts = statement<[keptId: ContactId, goneId: ContactId], TicketRow>(
  'tickets.lockOfContacts',
  `
  select ${ticketColumns} from tickets t
  where t.id in (
    select own.id from tickets own where own.contact_id in ($1, $2)
    union
    select m.ticket_id
    from messages m
    join messages twin on twin.company_id = m.company_id and twin.whatsapp_id = m.whatsapp_id
      and twin.contact_id = m.contact_id and twin.from_me = m.from_me and twin.author_contact_id = $1
    where m.author_contact_id = $2
  )
  order by t.id
  for no key update of t
  `,
)

/** `$2` takes the place of `$1`: what is missing in it comes from there, and of both times the one that lists need. */
export const absorbTicket = statement<[goneId: TicketId, keptId: TicketId]>(
  'tickets.absorb',
  `
  update tickets kept
  set queue_id = coalesce(kept.queue_id, gone.queue_id), connection_id = coalesce(kept.connection_id, gone.connection_id),
    waiting_since = least(kept.waiting_since, gone.waiting_since), last_at = greatest(kept.last_at, gone.last_at),
    version = greatest(kept.version, gone.version) + 1
  from tickets gone
  where kept.id = $2 and gone.id = $1 and gone.company_id = kept.company_id
  `,
)

export const moveTicketEvents = statement<[goneId: TicketId, keptId: TicketId]>(
  'tickets.moveEvents',
  `
  update ticket_events set ticket_id = $2 where ticket_id = $1
  `,
)

/** Who asks for the ticket that goes is led to the one that goes on; and so are those whose ticket went into it before. */
export const keepWayTo = statement<[goneId: TicketId, keptId: TicketId]>(
  'tickets.keepWayTo',
  `
  with led_before as (
    update ticket_merges set into_ticket_id = $2 where into_ticket_id = $1
  )
  insert into ticket_merges (company_id, ticket_id, uuid, into_ticket_id)
  select t.company_id, t.id, t.uuid, $2 from tickets t where t.id = $1
  `,
)

const mergedFrom = `
  select ${ticketColumns} from ticket_merges g
  join tickets t on t.company_id = g.company_id and t.id = g.into_ticket_id
  where g.`

export const ticketMergedFrom = statement<[goneId: TicketId], TicketRow>(
  'tickets.mergedFrom',
  `${mergedFrom}ticket_id = $1
  `,
)

export const ticketMergedFromUuid = statement<[uuid: string], TicketRow>(
  'tickets.mergedFromUuid',
  `${mergedFrom}uuid = $1
  `,
)

export const lockMergedFrom = statement<[goneId: TicketId], TicketRow>(
  'tickets.lockMergedFrom',
  `${mergedFrom}ticket_id = $1
  for no key update of t
  `,
)

export const giveTicketsTo = statement<[goneId: ContactId, keptId: ContactId]>(
  'tickets.giveTo',
  `
  update tickets set contact_id = $2, version = version + 1 where contact_id = $1
  `,
)

/** What lists show of the conversation, counted anew. `$2` null: nothing stands in it. */
export const saveStanding = statement<
  [
    ticketId: TicketId,
    lastMessageId: MessageId | null,
    preview: string,
    fromMe: boolean,
    ack: number,
    hasFailed: boolean,
    unread: number,
  ]
>(
  'tickets.saveStanding',
  `
  update tickets
  set last_message_id = $2, last_message = $3, last_message_from_me = $4, last_message_ack = $5,
    last_message_failed = $6, unread = $7,
    waiting_since = case when $4 then null else waiting_since end, version = version + 1
  where id = $1
  `,
)
