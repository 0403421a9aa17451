import type { CompanyId, QueueId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import { type TicketRow, ticketColumns } from '../tickets.queries'

export interface DueTicketRow {
  company_id: CompanyId
  id: TicketId
}

/**
 * Runs across all companies: finds tickets that were idle for too long (BOT-06). At most `ofConnection` of each
 * connection, so that no connection delays the others.
 */
export const dueIdleTickets = statement<{ now: Date; ofConnection: number; atOnce: number }, DueTicketRow>(
  'tickets.dueIdle',
  `
  select due.company_id, due.id
  from connections w
  join companies c on c.id = w.company_id and c.is_active
  cross join lateral (
    select t.company_id, t.id, t.last_at
    from tickets t
    where t.company_id = w.company_id and t.connection_id = w.id
      and t.status = 'open' and t.last_message_from_me and not t.is_group
      and t.last_at <= :now::timestamptz - make_interval(mins => w.expires_ticket)
    order by t.last_at
    limit :ofConnection
  ) due
  where w.expires_ticket > 0
  order by due.last_at
  limit :atOnce
  `,
)

/** Like `dueIdleTickets`, for pending tickets that wait without a queue (BOT-05). */
export const dueUnqueuedTickets = statement<
  { now: Date; ofConnection: number; atOnce: number },
  DueTicketRow
>(
  'tickets.dueUnqueued',
  `
  select due.company_id, due.id
  from connections w
  join companies c on c.id = w.company_id and c.is_active
  cross join lateral (
    select t.company_id, t.id, t.unqueued_since
    from tickets t
    where t.company_id = w.company_id and t.connection_id = w.id
      and t.unqueued_since <= :now::timestamptz - make_interval(mins => w.time_send_queue)
    order by t.unqueued_since
    limit :ofConnection
  ) due
  where w.time_send_queue > 0 and w.send_queue_id is not null
  order by due.unqueued_since
  limit :atOnce
  `,
)

export interface IdleTicketRow extends TicketRow {
  /** The template of the message for idle tickets, a setting of the connection. */
  expires_inactive_message: string
  contact_name: string
  contact_number: string
  contact_email: string
  time_zone: string
  language: string
}

/** Locks those that are still idle. A concurrent transaction waits for the locks, and then finds the tickets closed. */
export const lockIdleTickets = statement<{ ids: readonly TicketId[]; now: Date }, IdleTicketRow>(
  'tickets.lockIdle',
  `
  select ${ticketColumns}, w.expires_inactive_message, p.name as contact_name,
    p.number as contact_number, p.email as contact_email, c.time_zone, c.language
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  join contacts p on p.company_id = t.company_id and p.id = t.contact_id
  join companies c on c.id = t.company_id
  where t.id = any (:ids) and t.status = 'open' and t.last_message_from_me and not t.is_group
    and w.expires_ticket > 0 and t.last_at <= :now::timestamptz - make_interval(mins => w.expires_ticket)
  order by t.id
  for no key update of t
  `,
)

export const lockUnqueuedTickets = statement<
  { ids: readonly TicketId[]; now: Date },
  TicketRow & { send_queue_id: QueueId }
>(
  'tickets.lockUnqueued',
  `
  select ${ticketColumns}, w.send_queue_id
  from tickets t
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  where t.id = any (:ids) and w.time_send_queue > 0 and w.send_queue_id is not null
    and t.unqueued_since <= :now::timestamptz - make_interval(mins => w.time_send_queue)
  order by t.id
  for no key update of t
  `,
)

export const saveSnooze = statement<{ ticketId: TicketId; until: Date | null }>(
  'tickets.saveSnooze',
  `update tickets set snoozed_until = :until where id = :ticketId`,
)

/** The ticket, locked, if it is snoozed and its time has come. */
export const lockTicketDueToWake = statement<{ ticketId: TicketId; now: Date }, TicketRow>(
  'tickets.lockDueSnooze',
  `
  select ${ticketColumns} from tickets t
  where t.id = :ticketId and t.status = 'snoozed' and t.snoozed_until <= :now
  for no key update
  `,
)
