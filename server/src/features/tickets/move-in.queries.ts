import type { TicketId, UserId } from '@balcao/domain/ids'
import { insertRowsStatement, setMissingUsersStatement } from '../../platform/database/insert-rows'
import { type NoParams, statement } from '../../platform/database/statement'

export const insertMovedTickets = insertRowsStatement(
  'tickets.insertMoved',
  'tickets',
  `id, uuid, contact_id, connection_id, queue_id, user_id, status, is_group, unread, last_message, created_at, last_at,
    snoozed_until`,
)

export const insertMovedTicketEvents = insertRowsStatement(
  'tickets.insertMovedEvents',
  'ticket_events',
  'id, ticket_id, kind, at, user_id, queue_id, seconds, rating, connection_id',
)

/** The live tickets of these contacts, locked. A contact has at most one. */
export const liveTicketIdsOfContacts = statement<
  { contactIds: readonly number[] },
  { id: number; contact_id: number }
>(
  'tickets.liveOfMovedContacts',
  `select id, contact_id from tickets where contact_id = any (:contactIds) and status <> 'closed' order by id for update`,
)

/** A ticket that users have changed here has a version above 1, and stays as it is. */
export const updateMovedTickets = statement<{ rows: string }>(
  'tickets.updateMoved',
  `
  update tickets t
  set status = r.status, queue_id = r.queue_id, user_id = r.user_id, unread = r.unread, last_at = r.last_at,
    snoozed_until = r.snoozed_until
  from jsonb_to_recordset(:rows::jsonb)
    as r (id int, status text, queue_id int, user_id int, unread int, last_at timestamptz, snoozed_until timestamptz)
  where t.id = r.id and t.version = 1
  `,
)

/** Closes imported tickets, except `keep`, before the import opens others: a contact has at most one live ticket. */
export const closeMovedTickets = statement<{ ids: readonly number[]; keep: readonly number[] }>(
  'tickets.closeMoved',
  `
  update tickets set status = 'closed', unread = 0
  where id = any (:ids) and id <> all (:keep) and status <> 'closed' and version = 1
    and exists (
      select from move_in_ids i
      where i.company_id = tickets.company_id and i.kind = 'ticket' and i.target_id = tickets.id
    )
  `,
)

/**
 * Sets what lists show of imported tickets: the newest message, and the start of the customer's wait. `previews`: texts
 * for media without a caption.
 */
export const updateMovedTicketSummaries = statement<{ ids: readonly number[]; previews: string }>(
  'tickets.summariseMoved',
  `
  update tickets t
  set last_message_id = last.id, last_message_from_me = last.from_me, last_message_ack = last.ack,
    last_message_failed = last.failure is not null,
    last_message = case
      when last.body <> '' and last.media_type is distinct from 'locationMessage'
        and last.media_type is distinct from 'vcard' then last.body
      when last.media_type = 'application' and last.media ->> 'fileName' is not null
        then '📄 ' || (last.media ->> 'fileName')
      else coalesce(:previews::jsonb ->> last.media_type, last.body)
    end,
    last_at = last.created_at,
    waiting_since = case when t.status <> 'closed' and not last.from_me then (
      select min(m.created_at) from messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and m.id > coalesce((
        select max(o.id) from messages o where o.company_id = t.company_id and o.ticket_id = t.id and o.from_me
      ), -9223372036854775807)
    ) end
  from unnest(:ids::int[]) as wanted (id)
  cross join lateral (
    select m.id, m.from_me, m.ack, m.failure, m.body, m.media_type, m.media, m.created_at
    from messages m
    where m.company_id = current_company() and m.ticket_id = wanted.id
    order by m.id desc limit 1
  ) as last
  where t.id = wanted.id and t.version = 1
  `,
)

export const newestTicketsOfContacts = statement<
  { contactIds: readonly number[] },
  { contact_id: number; id: number }
>(
  'tickets.newestOfContacts',
  `select contact_id, max(id) as id from tickets where contact_id = any (:contactIds) group by 1`,
)

export const contactsOfTickets = statement<
  { ids: readonly number[] },
  { id: number; contact_id: number; connection_id: number | null; is_group: boolean }
>('tickets.contactsOf', `select id, contact_id, connection_id, is_group from tickets where id = any (:ids)`)

/** The snoozed tickets of the company with a time to wake, which may have passed. */
export const snoozedTicketsWithTime = statement<NoParams, { id: TicketId; snoozed_until: Date }>(
  'tickets.snoozedWithTime',
  `select id, snoozed_until from tickets where status = 'snoozed' and snoozed_until is not null order by id`,
)

/** Without this the server would close idle imported tickets at once, and send their customers the closing text. */
export const restartIdleTimersOfMovedTickets = statement<{ at: Date }>(
  'tickets.restartMovedIdle',
  `
  update tickets t set last_at = :at from connections w
  where w.company_id = t.company_id and w.id = t.connection_id and w.expires_ticket > 0
    and t.status = 'open' and t.last_message_from_me and not t.is_group and t.last_at < :at
  `,
)

/** Without this the server would at once move the imported tickets that wait without a queue. */
export const restartQueueTimersOfMovedTickets = statement<{ at: Date }>(
  'tickets.restartMovedUnqueued',
  `update tickets set unqueued_since = :at where unqueued_since < :at`,
)

/** Returns live tickets of these users to pending, before an import removes the users. */
export const returnMovedTicketsToPending = statement<{ userIds: readonly UserId[] }>(
  'tickets.returnMoved',
  `update tickets set status = 'pending', user_id = null where user_id = any (:userIds) and status <> 'closed'`,
)

export const assignUsersOfMovedTickets = setMissingUsersStatement('tickets.assignMovedUsers', 'tickets')

export const assignUsersOfMovedEvents = setMissingUsersStatement(
  'tickets.assignMovedEventUsers',
  'ticket_events',
)

/** The tickets of these contacts that only the import has written: their version is 1. */
export const untouchedMovedTickets = statement<{ contactIds: readonly number[] }, { id: number }>(
  'tickets.untouchedMoved',
  `select id from tickets where contact_id = any (:contactIds) and version = 1`,
)

/** Marks tickets as written only by the import (version 1), after a merge of their contacts. */
export const markMovedTicketsUntouched = statement<{ ids: readonly number[] }>(
  'tickets.keepMovedUntouched',
  `update tickets set version = 1 where id = any (:ids)`,
)

export const mergeTargetsOfTickets = statement<{ ids: readonly number[] }, { id: number; into_id: number }>(
  'tickets.remainingOfMoved',
  `select ticket_id as id, into_ticket_id as into_id from ticket_merges where ticket_id = any (:ids)`,
)
