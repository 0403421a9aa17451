import type {
  CompanyId,
  ConnectionId,
  ContactId,
  MessageId,
  QueueId,
  TicketId,
  UserId,
} from '@balcao/domain/ids'
import type { Ack } from '@balcao/domain/messages'
import { liveTicketStatuses, ownedTicketStatuses, type TicketStatus } from '@balcao/domain/tickets'
import { sqlTextList, statement } from '../../platform/database/statement'
import { isSharedHistorySql } from './shared-history-sql'
import type { UnsignedTicket } from './tickets.view'
import {
  lastCustomerTextSql,
  lastMessageAuthorSql,
  replyUntilSql,
  tagsOfTicketSql,
  ticketViewJoins,
} from './wire-ticket-sql'

/** The columns of a ticket that the domain's rules read and transitions change. */
export interface TicketRow {
  id: TicketId
  uuid: string
  contact_id: ContactId
  connection_id: ConnectionId | null
  /** The provider of the ticket's connection; null without a connection. */
  provider: string | null
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

const ownColumns = `
  t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
  t.use_integration, t.prompt_id, t.integration_id, t.version`

export const ticketColumns = `${ownColumns},
  (select w.provider from connections w where w.company_id = t.company_id and w.id = t.connection_id) as provider`

export const ticketById = statement<{ ticketId: TicketId }, TicketRow>(
  'tickets.byId',
  `select ${ticketColumns} from tickets t where t.id = :ticketId`,
)

export const ticketsByIds = statement<{ ticketIds: readonly TicketId[] }, TicketRow>(
  'tickets.byIds',
  `select ${ticketColumns} from tickets t where t.id = any (:ticketIds)`,
)

export const ticketByUuid = statement<{ uuid: string }, TicketRow>(
  'tickets.byUuid',
  `select ${ticketColumns} from tickets t where t.uuid = :uuid`,
)

/** Whether this user owns an open ticket of the closed ticket's contact, where the company shares its history. */
export const isHistorySharedWith = statement<{ ticketId: TicketId; userId: UserId }, { is_shared: boolean }>(
  'tickets.sharedHistory',
  `select ${isSharedHistorySql} as is_shared from tickets t where t.id = :ticketId`,
)

export const lockTicket = statement<{ ticketId: TicketId }, TicketRow>(
  'tickets.lock',
  `select ${ticketColumns} from tickets t where t.id = :ticketId for no key update`,
)

/** Locks tickets in order of id. */
export const lockTickets = statement<{ ticketIds: readonly TicketId[] }, TicketRow>(
  'tickets.lockAll',
  `select ${ticketColumns} from tickets t where t.id = any (:ticketIds) order by t.id for no key update`,
)

export const lockLiveTicketsOfContacts = statement<{ contactIds: readonly ContactId[] }, TicketRow>(
  'tickets.liveOfContacts',
  `
  select ${ticketColumns} from tickets t
  where t.contact_id = any (:contactIds) and t.status in (${sqlTextList(liveTicketStatuses)})
  order by t.id
  for no key update
  `,
)

export const latestTicketOfContact = statement<{ contactId: ContactId }, TicketRow>(
  'tickets.latestOfContact',
  `
  select ${ticketColumns} from tickets t where t.contact_id = :contactId order by t.status = 'closed', t.is_history,
    t.id desc limit 1
  for no key update
  `,
)

/** A ticket with all data that the wire shows. */
export interface TicketViewRow extends TicketRow {
  company_id: CompanyId
  user_name: string | null
  queue_name: string | null
  queue_color: string | null
  connection_name: string | null
  contact_name: string
  contact_number: string
  contact_email: string
  contact_extra_info: { name: string; value: string }[]
  picture_key: string | null
  tags: UnsignedTicket['tags']
  last_message: string
  last_message_from_me: boolean
  last_message_ack: Ack
  last_message_failed: boolean
  last_author: UnsignedTicket['lastMessageAuthor']
  customer_words: string | null
  snoozed_until: Date | null
  reply_until: Date | null
  waiting_since: Date | null
  created_at: Date
  last_at: Date
}

/** SQL: the columns for `unsignedTicket`. Building JSON in the database would cost more than reading the rows. */
export const ticketViewColumns = `
  ${ownColumns}, t.company_id, u.name as user_name, q.name as queue_name, q.color as queue_color,
  w.name as connection_name, w.provider, c.name as contact_name, c.number as contact_number, c.email as contact_email,
  c.extra_info as contact_extra_info, c.picture_key, ${tagsOfTicketSql} as tags,
  t.last_message, t.last_message_from_me, t.last_message_ack, t.last_message_failed,
  to_json(${lastMessageAuthorSql}) as last_author, ${lastCustomerTextSql} as customer_words,
  t.snoozed_until, ${replyUntilSql} as reply_until, t.waiting_since, t.created_at, t.last_at`

export const ticketViewRows = statement<{ ticketIds: readonly TicketId[] }, TicketViewRow>(
  'tickets.viewRows',
  `
  select ${ticketViewColumns}
  from unnest(:ticketIds::int[]) as wanted (id)
  join tickets t on t.id = wanted.id ${ticketViewJoins}
  `,
)

/** No row for a contact who has a live ticket already (unique index `tickets_live`). */
export const insertTickets = statement<
  {
    uuids: readonly string[]
    contactIds: readonly ContactId[]
    connectionIds: readonly (ConnectionId | null)[]
    queueIds: readonly (QueueId | null)[]
    userIds: readonly (UserId | null)[]
    statuses: readonly TicketStatus[]
    areGroups: readonly boolean[]
    chatbots: readonly boolean[]
    useIntegrations: readonly boolean[]
    promptIds: readonly (number | null)[]
    integrationIds: readonly (number | null)[]
    at: Date
  },
  TicketRow
>(
  'tickets.insert',
  `
  insert into tickets as t
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, chatbot, use_integration,
      prompt_id, integration_id, created_at, last_at)
  select current_company(), n.uuid, n.contact_id, n.connection_id, n.queue_id, n.user_id, n.status, n.is_group,
    n.chatbot, n.use_integration, n.prompt_id, n.integration_id, :at, :at
  from unnest(:uuids::uuid[], :contactIds::int[], :connectionIds::int[], :queueIds::int[], :userIds::int[],
    :statuses::text[], :areGroups::boolean[], :chatbots::boolean[], :useIntegrations::boolean[], :promptIds::int[],
    :integrationIds::int[])
    with ordinality as n (uuid, contact_id, connection_id, queue_id, user_id, status, is_group, chatbot, use_integration,
      prompt_id, integration_id, position)
  order by n.position
  on conflict do nothing
  returning ${ticketColumns}
  `,
)

/**
 * Saves transitions. The tickets move to the top of their lists; closing ends the customer's wait. A reopened history
 * ticket becomes an ordinary one.
 */
export const saveTickets = statement<{
  ticketIds: readonly TicketId[]
  statuses: readonly TicketStatus[]
  userIds: readonly (UserId | null)[]
  queueIds: readonly (QueueId | null)[]
  connectionIds: readonly (ConnectionId | null)[]
  chatbots: readonly boolean[]
  useIntegrations: readonly boolean[]
  promptIds: readonly (number | null)[]
  integrationIds: readonly (number | null)[]
  at: Date
}>(
  'tickets.save',
  `
  update tickets t
  set status = n.status, user_id = n.user_id, queue_id = n.queue_id, connection_id = n.connection_id,
    chatbot = n.chatbot, use_integration = n.use_integration, prompt_id = n.prompt_id,
    integration_id = n.integration_id, last_at = :at, is_history = t.is_history and n.status = 'closed',
    waiting_since = case when n.status <> 'closed' and t.status <> 'closed' then t.waiting_since end,
    version = t.version + 1
  from unnest(:ticketIds::int[], :statuses::text[], :userIds::int[], :queueIds::int[], :connectionIds::int[],
    :chatbots::boolean[], :useIntegrations::boolean[], :promptIds::int[], :integrationIds::int[])
    as n (id, status, user_id, queue_id, connection_id, chatbot, use_integration, prompt_id, integration_id)
  where t.id = n.id
  `,
)

/**
 * A ticket's position in lists is the time of its last message, even if that arrived late. `areAnswered`: an answer by
 * a person or active bot ended the customer's wait. `waitFrom`: since when the customer waits again.
 */
export const setLastMessages = statement<{
  ticketIds: readonly TicketId[]
  messageIds: readonly MessageId[]
  previews: readonly string[]
  areFromMe: readonly boolean[]
  acks: readonly Ack[]
  unread: readonly number[]
  areAnswered: readonly boolean[]
  waitFrom: readonly (Date | null)[]
  at: readonly Date[]
}>(
  'tickets.setLastMessages',
  `
  update tickets t
  set last_message = n.preview, last_message_id = n.message_id, last_message_from_me = n.from_me,
    last_message_ack = n.ack, last_message_failed = false, unread = t.unread + n.unread,
    waiting_since = case
      when t.status <> 'closed' then coalesce(case when not n.is_answered then t.waiting_since end, n.wait_from)
    end,
    last_at = greatest(t.last_at, n.at), version = t.version + 1
  from unnest(:ticketIds::int[], :messageIds::bigint[], :previews::text[], :areFromMe::boolean[], :acks::int[],
    :unread::int[], :areAnswered::boolean[], :waitFrom::timestamptz[], :at::timestamptz[])
    as n (id, message_id, preview, from_me, ack, unread, is_answered, wait_from, at)
  where t.id = n.id
  `,
)

/**
 * Updates the tickets for which lists show one of these messages with its former ack or text, and returns them. Lists
 * may show a customer's message (`areCustomers`) instead of a bot's later answer, so it counts as shown too. At most
 * one message of a customer per ticket.
 */
export const updateLastMessages = statement<
  {
    ticketIds: readonly TicketId[]
    messageIds: readonly MessageId[]
    previews: readonly string[]
    acks: readonly Ack[]
    haveFailed: readonly boolean[]
    areCustomers: readonly boolean[]
  },
  { id: TicketId }
>(
  'tickets.updateLastMessages',
  `
  update tickets t
  set last_message = case when t.last_message_id = n.message_id then n.preview else t.last_message end,
    last_message_ack = case when t.last_message_id = n.message_id then n.ack else t.last_message_ack end,
    last_message_failed = case when t.last_message_id = n.message_id then n.has_failed else t.last_message_failed end,
    version = t.version + 1
  from unnest(:ticketIds::int[], :messageIds::bigint[], :previews::text[], :acks::int[], :haveFailed::boolean[],
    :areCustomers::boolean[]) as n (ticket_id, message_id, preview, ack, has_failed, is_customers)
  where t.id = n.ticket_id and case
    when t.last_message_id = n.message_id
      then t.last_message <> n.preview or t.last_message_ack <> n.ack or t.last_message_failed <> n.has_failed
    else n.is_customers and t.status = 'pending' and t.last_message_from_me
  end
  returning t.id
  `,
)

export const clearUnreadOfTicket = statement<
  { ticketId: TicketId },
  { version: number; contact_id: ContactId }
>(
  'tickets.clearUnread',
  `update tickets set unread = 0, version = version + 1 where id = :ticketId and unread > 0 returning version, contact_id`,
)

/** Raises the version of a ticket after a change in another table that lists show, such as its tags. */
export const raiseVersionOfTicket = statement<{ ticketId: TicketId }>(
  'tickets.raiseVersion',
  `update tickets set version = version + 1 where id = :ticketId`,
)

export const deleteTicketRow = statement<{ ticketId: TicketId }>(
  'tickets.delete',
  `delete from tickets where id = :ticketId`,
)

/** Open tickets of one user, in all queues (null) or in the given ones, locked in order of id. */
export const openTicketsOfUser = statement<
  { userId: UserId; queueIds: readonly QueueId[] | null },
  TicketRow
>(
  'tickets.openOfUser',
  `
  select ${ticketColumns} from tickets t
  where t.user_id = :userId and t.status in (${sqlTextList(ownedTicketStatuses)}) and (:queueIds::int[] is null or t.queue_id = any (:queueIds))
  order by t.id
  for no key update
  `,
)

export const liveTicketsOfQueue = statement<{ queueId: QueueId }, TicketRow>(
  'tickets.liveOfQueue',
  `
  select ${ticketColumns} from tickets t
  where t.queue_id = :queueId and t.status in (${sqlTextList(liveTicketStatuses)})
  order by t.id
  for no key update
  `,
)

export const liveTicketsOfConnection = statement<{ connectionId: ConnectionId }, TicketRow>(
  'tickets.liveOfConnection',
  `
  select ${ticketColumns} from tickets t
  where t.connection_id = :connectionId and t.status in (${sqlTextList(liveTicketStatuses)})
  order by t.id
  for no key update
  `,
)
