import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { liveStatuses, ownedStatuses, type TicketStatus } from '@balcao/domain/tickets'
import { gathered, gatheredAs, statement, textList } from '../../platform/database/statement'
import { isSharedHistory } from './shared-history-sql'
import { type TicketWireRow, wireJoins, wireTicket } from './wire-ticket-sql'

/** The columns that rules read and verbs change. */
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

export const ticketColumns = `
  t.id, t.uuid, t.contact_id, t.connection_id, t.queue_id, t.user_id, t.status, t.is_group, t.unread, t.chatbot,
  t.use_integration, t.prompt_id, t.integration_id, t.version`

export const ticketById = statement<{ ticketId: TicketId }, TicketRow>(
  'tickets.byId',
  `
  select ${ticketColumns} from tickets t where t.id = :ticketId
  `,
  gathered({ ticketId: 'int' }),
)

export const ticketByUuid = statement<{ uuid: string }, TicketRow>(
  'tickets.byUuid',
  `
  select ${ticketColumns} from tickets t where t.uuid = :uuid
  `,
)

/**
 * True for a closed ticket of a contact of whom this user owns an open ticket, where the company shares its history.
 */
export const sharedHistory = statement<{ ticketId: TicketId; userId: UserId }, { is_shared: boolean }>(
  'tickets.sharedHistory',
  `
  select ${isSharedHistory} as is_shared from tickets t where t.id = :ticketId
  `,
)

export const lockTicket = statement<{ ticketId: TicketId }, TicketRow>(
  'tickets.lock',
  `
  select ${ticketColumns} from tickets t where t.id = :ticketId for no key update
  `,
)

export const liveTicketOfContact = statement<{ contactId: ContactId }, TicketRow>(
  'tickets.liveOfContact',
  `
  select ${ticketColumns} from tickets t
  where t.contact_id = :contactId and t.status in (${textList(liveStatuses)})
  for no key update
  `,
  gathered({ contactId: 'int' }),
)

export const latestTicketOfContact = statement<{ contactId: ContactId }, TicketRow>(
  'tickets.latestOfContact',
  `
  select ${ticketColumns} from tickets t where t.contact_id = :contactId order by t.status = 'closed', t.is_history,
    t.id desc limit 1
  for no key update
  `,
)

export const wireTicketById = statement<{ ticketId: TicketId }, TicketWireRow>(
  'tickets.wireById',
  `
  select ${wireTicket} from tickets t ${wireJoins} where t.id = :ticketId
  `,
  gathered({ ticketId: 'int' }),
)

const newTicket =
  'current_company(), :uuid, :contactId, :connectionId, :queueId, :userId, :status, :isGroup, :at, :at'

/** Returns no row when the contact has a live ticket already (unique index `tickets_live`). */
export const insertTicket = statement<
  {
    uuid: string
    contactId: ContactId
    connectionId: ConnectionId | null
    queueId: QueueId | null
    userId: UserId | null
    status: TicketStatus
    isGroup: boolean
    at: Date
  },
  TicketRow
>(
  'tickets.insert',
  `
  insert into tickets as t
    (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
  values (${newTicket})
  on conflict do nothing
  returning ${ticketColumns}
  `,
  gatheredAs(
    {
      uuid: 'uuid',
      contactId: 'int',
      connectionId: 'int',
      queueId: 'int',
      userId: 'int',
      status: 'text',
      isGroup: 'boolean',
      at: 'timestamptz',
    },
    (asked) => `
  with asked as (select * from ${asked}), t as (
    insert into tickets
      (company_id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, created_at, last_at)
    select ${newTicket}
    from asked
    order by asked.asker
    on conflict do nothing
    returning *
  )
  select asked.asker, ${ticketColumns} from asked join t on t.uuid = :uuid
  `,
  ),
)

const saved = `status = :status, user_id = :userId, queue_id = :queueId, connection_id = :connectionId,
    chatbot = :chatbot, use_integration = :useIntegration, prompt_id = :promptId, integration_id = :integrationId,
    last_at = :at, is_history = t.is_history and :status = 'closed',
    waiting_since = case when :status <> 'closed' and t.status <> 'closed' then t.waiting_since end,
    version = t.version + 1`

/**
 * Writes the columns that transitions change. `version` rises, and the ticket moves to the top of its lists. Reopening
 * a history ticket makes it an ordinary one. Closing ends the customer's wait, and reopening does not restore it.
 */
export const saveTicket = statement<{
  ticketId: TicketId
  status: TicketStatus
  userId: UserId | null
  queueId: QueueId | null
  connectionId: ConnectionId | null
  chatbot: boolean
  useIntegration: boolean
  promptId: number | null
  integrationId: number | null
  at: Date
}>(
  'tickets.save',
  `
  update tickets t
  set ${saved}
  where t.id = :ticketId
  `,
  gatheredAs(
    {
      ticketId: 'int',
      status: 'text',
      userId: 'int',
      queueId: 'int',
      connectionId: 'int',
      chatbot: 'boolean',
      useIntegration: 'boolean',
      promptId: 'int',
      integrationId: 'int',
      at: 'timestamptz',
    },
    (asked) => `
  update tickets t
  set ${saved}
  from ${asked}
  where t.id = :ticketId
  returning asked.asker
  `,
  ),
)

const noted = `last_message = :preview, last_message_id = :messageId, last_message_from_me = :fromMe,
      last_message_ack = :ack, last_message_failed = false,
      unread = t.unread + case when :countsAsUnread then 1 else 0 end,
      waiting_since = case
        when t.status = 'closed' then null
        when not :fromMe then coalesce(t.waiting_since, :at)
        when not :isAnswer then t.waiting_since
      end,
      last_at = greatest(t.last_at, :at), version = t.version + 1`

/**
 * Makes a message the last one of its ticket. The ticket's place in lists is the time of the message, so that messages
 * that waited while the server was down do not jump to the top. Only an answer (`isAnswer`: by a person, or by a bot in
 * its turn) ends the customer's wait. A closed ticket has no wait: a rating may arrive in it.
 */
export const noteMessage = statement<
  {
    ticketId: TicketId
    messageId: number
    preview: string
    fromMe: boolean
    ack: number
    countsAsUnread: boolean
    at: Date
    isAnswer: boolean
  },
  TicketRow & TicketWireRow
>(
  'tickets.noteMessage',
  `
  with t as (
    update tickets t
    set ${noted}
    where t.id = :ticketId
    returning t.*
  )
  select ${ticketColumns}, ${wireTicket} from t ${wireJoins}
  `,
  gatheredAs(
    {
      ticketId: 'int',
      messageId: 'bigint',
      preview: 'text',
      fromMe: 'boolean',
      ack: 'int',
      countsAsUnread: 'boolean',
      at: 'timestamptz',
      isAnswer: 'boolean',
    },
    (asked) => `
  with asked as (select * from ${asked}), t as (
    update tickets t
    set ${noted}
    from asked
    where t.id = :ticketId
    returning t.*, asked.asker
  )
  select t.asker, found.*
  from t cross join lateral (select ${ticketColumns}, ${wireTicket} from (select t.*) t ${wireJoins} offset 0) found
  `,
  ),
)

/**
 * The ack or the text of a message changed; the ticket keeps its place in lists. The change of a customer's message
 * (`isCustomers`) before a bot's answer counts too, because lists may show that message.
 */
export const noteLastMessage = statement<{
  ticketId: TicketId
  messageId: number
  preview: string
  ack: number
  hasFailed: boolean
  isCustomers: boolean
}>(
  'tickets.noteLastMessage',
  `
  update tickets
  set last_message = case when last_message_id = :messageId then :preview else last_message end,
    last_message_ack = case when last_message_id = :messageId then :ack else last_message_ack end,
    last_message_failed = case when last_message_id = :messageId then :hasFailed else last_message_failed end,
    version = version + 1
  where id = :ticketId and case
    when last_message_id = :messageId
      then last_message <> :preview or last_message_ack <> :ack or last_message_failed <> :hasFailed
    else :isCustomers and status = 'pending' and last_message_from_me
  end
  `,
)

export const clearUnread = statement<{ ticketId: TicketId }, { version: number; contact_id: ContactId }>(
  'tickets.clearUnread',
  `
  update tickets set unread = 0, version = version + 1 where id = :ticketId and unread > 0 returning version, contact_id
  `,
)

/** For a change in another table that lists show, as of tags. */
export const raiseVersion = statement<{ ticketId: TicketId }>(
  'tickets.raiseVersion',
  `
  update tickets set version = version + 1 where id = :ticketId
  `,
)

export const deleteTicketRow = statement<{ ticketId: TicketId }>(
  'tickets.delete',
  `
  delete from tickets where id = :ticketId
  `,
)

/** Open tickets of one user, all or those of the given queues, locked in order of id. */
export const openTicketsOfUser = statement<
  { userId: UserId; queueIds: readonly QueueId[] | null },
  TicketRow
>(
  'tickets.openOfUser',
  `
  select ${ticketColumns} from tickets t
  where t.user_id = :userId and t.status in (${textList(ownedStatuses)}) and (:queueIds::int[] is null or t.queue_id = any (:queueIds))
  order by t.id
  for no key update
  `,
)

export const liveTicketsOfQueue = statement<{ queueId: QueueId }, TicketRow>(
  'tickets.liveOfQueue',
  `
  select ${ticketColumns} from tickets t
  where t.queue_id = :queueId and t.status in (${textList(liveStatuses)})
  order by t.id
  for no key update
  `,
)

export const liveTicketsOfConnection = statement<{ connectionId: ConnectionId }, TicketRow>(
  'tickets.liveOfConnection',
  `
  select ${ticketColumns} from tickets t
  where t.connection_id = :connectionId and t.status in (${textList(liveStatuses)})
  order by t.id
  for no key update
  `,
)
