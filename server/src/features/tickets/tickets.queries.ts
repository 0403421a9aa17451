import type { ConnectionId, ContactId, QueueId, TagId, TicketId, UserId } from '@balcao/domain/ids'
import type { TicketStatus } from '@balcao/domain/tickets'
import { statement } from '../../platform/database/statement'
import { type MayReadParams, mayRead } from './may-read-sql'

/** The ticket's own columns: what rules need and verbs change. */
export interface TicketRow {
  id: TicketId
  uuid: string
  contact_id: ContactId
  connection_id: ConnectionId | null
  queue_id: QueueId | null
  user_id: UserId | null
  status: TicketStatus
  is_group: boolean
  unread: number
  chatbot: boolean
  use_integration: boolean
  prompt_id: number | null
  integration_id: number | null
  version: number
}

/** A ticket as JSON in the shape of the wire, but for the picture, which is still a key to be signed. */
export interface TicketWireRow {
  ticket: import('./tickets.view').UnsignedTicket
}

const columns = `
  t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
  t.use_integration, t.prompt_id, t.integration_id, t.version`

// One text for lists, single answers and events, so that all show the same.
const wireTicket = `
  jsonb_build_object(
    'id', t.id, 'uuid', t.uuid, 'status', t.status, 'companyId', t.company_id,
    'userId', t.user_id,
    'user', case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end,
    'queueId', t.queue_id,
    'queue', case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end,
    'whatsappId', t.connection_id,
    'whatsapp', case when w.id is not null then jsonb_build_object('id', w.id, 'name', w.name) end,
    'contactId', t.contact_id,
    'contact', jsonb_build_object(
      'id', c.id, 'name', c.name, 'number', c.number, 'email', c.email, 'pictureKey', c.picture_key,
      'isGroup', c.is_group, 'extraInfo', c.extra_info),
    'tags', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name), '[]')
      from ticket_tags tt
      join tags g on g.company_id = tt.company_id and g.id = tt.tag_id
      where tt.company_id = t.company_id and tt.ticket_id = t.id),
    'lastMessage', t.last_message, 'lastMessageFromMe', t.last_message_from_me, 'lastMessageAck', t.last_message_ack,
    'waitingSince', wire_time(t.waiting_since),
    'unreadMessages', t.unread, 'isGroup', t.is_group, 'chatbot', t.chatbot,
    'useIntegration', t.use_integration, 'promptId', t.prompt_id, 'integrationId', t.integration_id,
    'createdAt', wire_time(t.created_at), 'updatedAt', wire_time(t.last_at), 'version', t.version
  ) as ticket`

const wireJoins = `
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id
  left join connections w on w.company_id = t.company_id and w.id = t.connection_id`

export const ticketById = statement<[ticketId: TicketId], TicketRow>(
  'tickets.byId',
  `
  select ${columns} from tickets t where t.id = $1
  `,
)

export const ticketByUuid = statement<[uuid: string], TicketRow>(
  'tickets.byUuid',
  `
  select ${columns} from tickets t where t.uuid = $1
  `,
)

export const lockTicket = statement<[ticketId: TicketId], TicketRow>(
  'tickets.lock',
  `
  select ${columns} from tickets t where t.id = $1 for no key update
  `,
)

export const liveTicketOfContact = statement<[contactId: ContactId], TicketRow>(
  'tickets.liveOfContact',
  `
  select ${columns} from tickets t
  where t.contact_id = $1 and t.status in ('pending', 'open')
  for no key update
  `,
)

export const latestTicketOfContact = statement<[contactId: ContactId], TicketRow>(
  'tickets.latestOfContact',
  `
  select ${columns} from tickets t where t.contact_id = $1 order by t.id desc limit 1 for no key update
  `,
)

export const wireTicketById = statement<[ticketId: TicketId], TicketWireRow>(
  'tickets.wireById',
  `
  select ${wireTicket} from tickets t ${wireJoins} where t.id = $1
  `,
)

export const insertTicket = statement<
  [
    uuid: string,
    contactId: ContactId,
    connectionId: ConnectionId | null,
    queueId: QueueId | null,
    userId: UserId | null,
    status: TicketStatus,
    isGroup: boolean,
    at: Date,
  ],
  TicketRow
>(
  'tickets.insert',
  `
  insert into tickets as t
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
  values (current_company(), $1, $2, $3, $4, $5, $6, $7, $8, $8)
  returning ${columns}
  `,
)

/** Writes what acts may change; `version` rises, and the ticket goes to the top of its lists. */
export const saveTicket = statement<
  [
    ticketId: TicketId,
    status: TicketStatus,
    userId: UserId | null,
    queueId: QueueId | null,
    connectionId: ConnectionId | null,
    chatbot: boolean,
    useIntegration: boolean,
    promptId: number | null,
    integrationId: number | null,
    at: Date,
  ]
>(
  'tickets.save',
  `
  update tickets
  set status = $2, user_id = $3, queue_id = $4, connection_id = $5, chatbot = $6, use_integration = $7,
    prompt_id = $8, integration_id = $9, last_at = $10, version = version + 1
  where id = $1
  `,
)

/** A message stands in the conversation: what lists show of it. `$6`: it came in, so one more is unread. */
export const noteMessage = statement<
  [
    ticketId: TicketId,
    messageId: number,
    preview: string,
    fromMe: boolean,
    ack: number,
    countsAsUnread: boolean,
    at: Date,
  ]
>(
  'tickets.noteMessage',
  `
  update tickets
  set last_message = $3, last_message_id = $2, last_message_from_me = $4, last_message_ack = $5,
    unread = unread + case when $6 then 1 else 0 end,
    waiting_since = case when $4 then null else coalesce(waiting_since, $7) end,
    last_at = $7, version = version + 1
  where id = $1
  `,
)

/** The ticks or the text of the last message changed; the ticket keeps its place. */
export const noteLastMessage = statement<
  [ticketId: TicketId, messageId: number, preview: string, ack: number]
>(
  'tickets.noteLastMessage',
  `
  update tickets
  set last_message = $3, last_message_ack = $4, version = version + 1
  where id = $1 and last_message_id = $2 and (last_message <> $3 or last_message_ack <> $4)
  `,
)

export const clearUnread = statement<[ticketId: TicketId], { version: number }>(
  'tickets.clearUnread',
  `
  update tickets set unread = 0, version = version + 1 where id = $1 and unread > 0 returning version
  `,
)

export const deleteTicketRow = statement<[ticketId: TicketId]>(
  'tickets.delete',
  `
  delete from tickets where id = $1
  `,
)

export const insertTicketEvent = statement<
  [ticketId: TicketId, kind: string, at: Date, userId: UserId | null, queueId: QueueId | null]
>(
  'tickets.insertEvent',
  `
  insert into ticket_events (company_id, ticket_id, kind, at, user_id, queue_id)
  values (current_company(), $1, $2, $3, $4, $5)
  `,
)

/** Open tickets of one user, all or those of the given queues, locked in order of id. */
export const openTicketsOfUser = statement<[userId: UserId, queueIds: readonly QueueId[] | null], TicketRow>(
  'tickets.openOfUser',
  `
  select ${columns} from tickets t
  where t.user_id = $1 and t.status = 'open' and ($2::int[] is null or t.queue_id = any ($2))
  order by t.id
  for no key update
  `,
)

export const liveTicketsOfQueue = statement<[queueId: QueueId], TicketRow>(
  'tickets.liveOfQueue',
  `
  select ${columns} from tickets t
  where t.queue_id = $1 and t.status in ('pending', 'open')
  order by t.id
  for no key update
  `,
)

export const liveTicketsOfConnection = statement<[connectionId: ConnectionId], TicketRow>(
  'tickets.liveOfConnection',
  `
  select ${columns} from tickets t
  where t.connection_id = $1 and t.status in ('pending', 'open')
  order by t.id
  for no key update
  `,
)

export type ListParams = [
  ...MayReadParams,
  /** Only this person's tickets (the assigned sub-tab), or null. */
  ownerId: UserId | null,
  chosenQueueIds: readonly QueueId[] | null,
  unreadOnly: boolean,
  /** Tickets having all of them. */
  tagIds: readonly TagId[],
  /** Tickets of one of them; empty: of anybody. */
  userIds: readonly UserId[],
  createdFrom: Date | null,
  createdUntil: Date | null,
  updatedFrom: Date | null,
  updatedUntil: Date | null,
]

const listFilter = `
  ${mayRead}
  and ($5::int is null or t.user_id = $5)
  and ($6::int[] is null or t.queue_id = any ($6) or t.queue_id is null)
  and (not $7::boolean or t.unread > 0)
  and (cardinality($8::int[]) = 0 or cardinality($8) = (
    select count(*) from ticket_tags tt
    where tt.company_id = t.company_id and tt.ticket_id = t.id and tt.tag_id = any ($8)))
  and (cardinality($9::int[]) = 0 or t.user_id = any ($9))
  and ($10::timestamptz is null or (t.created_at >= $10 and t.created_at < $11))
  and ($12::timestamptz is null or (t.last_at >= $12 and t.last_at < $13))`

/** `$14` the status, `$15` how many, `$16` how many to skip. Served by the index tickets_list, read backwards. */
export const ticketsOfStatus = statement<
  [...ListParams, status: TicketStatus, limit: number, offset: number],
  TicketWireRow
>(
  'tickets.ofStatus',
  `
  select ${wireTicket}
  from (
    select t.* from tickets t
    where t.status = $14 and ${listFilter}
    order by t.last_at desc, t.id desc
    limit $15 offset $16
  ) t ${wireJoins}
  order by t.last_at desc, t.id desc
  `,
)

export const countTicketsOfStatus = statement<[...ListParams, status: TicketStatus], { count: number }>(
  'tickets.countOfStatus',
  `
  select count(*) as count from tickets t where t.status = $14 and ${listFilter}
  `,
)

// $14 the status or null, $15 pattern of plain text or null, $16 pattern of digits or null.
const found = `
  ($14::text is null or t.status = $14)
  and ${listFilter}
  and ($15::text is null
    or exists (
      select from contacts c
      where c.company_id = t.company_id and c.id = t.contact_id
        and (plain_text(c.name) like $15 or ($16::text is not null and c.number like $16)))
    or exists (
      select from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.is_deleted and plain_text(m.body) like $15))`

export const ticketsFound = statement<
  [
    ...ListParams,
    status: TicketStatus | null,
    words: string | null,
    digits: string | null,
    limit: number,
    offset: number,
  ],
  TicketWireRow
>(
  'tickets.found',
  `
  select ${wireTicket}
  from (
    select t.* from tickets t
    where ${found}
    order by t.last_at desc, t.id desc
    limit $17 offset $18
  ) t ${wireJoins}
  order by t.last_at desc, t.id desc
  `,
)

export const countTicketsFound = statement<
  [...ListParams, status: TicketStatus | null, words: string | null, digits: string | null],
  { count: number }
>(
  'tickets.countFound',
  `
  select count(*) as count from tickets t where ${found}
  `,
)

/** Badges of the sub-tabs: `$5` the person whose open tickets count (null: everybody's), `$6` the chosen queues. */
export const ticketCounts = statement<
  [...MayReadParams, ownerId: UserId | null, chosenQueueIds: readonly QueueId[] | null],
  { open: number; pending: number; unread: number }
>(
  'tickets.counts',
  `
  select
    count(*) filter (where t.status = 'open') as open,
    count(*) filter (where t.status = 'pending') as pending,
    count(*) filter (where t.unread > 0) as unread
  from tickets t
  where t.status in ('pending', 'open')
    and ${mayRead}
    and (t.status = 'pending' or $5::int is null or t.user_id = $5)
    and ($6::int[] is null or t.queue_id = any ($6) or t.queue_id is null)
  `,
)
