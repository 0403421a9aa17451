import type { ConnectionStatus } from '@balcao/domain/connections'
import type {
  CompanyId,
  ConnectionId,
  ContactId,
  MessageId,
  MessageTemplateId,
  ScheduleId,
  UserId,
} from '@balcao/domain/ids'
import type { TemplateValues } from '@balcao/domain/message-templates'
import type { ScheduleState } from '@balcao/domain/schedules'
import type { TicketSnapshot } from '@balcao/domain/tickets'
import { statement } from '../../platform/database/statement'
import type { UploadedFile } from '../../platform/http/upload'
import { hasAccessAtSql } from '../companies/closing-sql'

export type ScheduleMedia = UploadedFile

/** The uuid of a ticket, and the facts that decide who may open it. */
export type ScheduleTicket = Pick<TicketSnapshot, 'status' | 'userId' | 'queueId'> & { readonly uuid: string }

export interface ScheduleRow {
  id: ScheduleId
  contact_id: ContactId
  contact_name: string
  user_id: UserId | null
  user_name: string | null
  connection_id: ConnectionId | null
  body: string
  /** The template; null while `template_values` is set means that the template was deleted. */
  template_id: MessageTemplateId | null
  /** The values of the template. Null: the schedule sends its body. */
  template_values: TemplateValues | null
  media: ScheduleMedia | null
  send_at: Date
  status: ScheduleState
  attempts: number
  sent_at: Date | null
  failure: string | null
  message_id: MessageId | null
  /** The text of the schedule's message; null when that is deleted. */
  sent_body: string | null
  /** The ticket of the schedule's message, or the contact's newest ticket. */
  ticket: ScheduleTicket | null
  created_at: Date
  updated_at: Date
}

const scheduleColumns = `
  s.id, s.contact_id, c.name as contact_name, s.user_id, u.name as user_name, s.connection_id, s.body,
  s.template_id, s.template_values, s.media, s.send_at, s.status, s.attempts, s.sent_at, s.failure, s.message_id, s.created_at, s.updated_at,
  case when m.is_deleted then null else m.body end as sent_body,
  (
    select jsonb_build_object('uuid', t.uuid, 'status', t.status, 'userId', t.user_id, 'queueId', t.queue_id)
    from tickets t
    where t.company_id = s.company_id and t.contact_id = s.contact_id and t.id = coalesce(m.ticket_id, t.id)
    order by t.id desc limit 1
  ) as ticket`
const people = `
  join contacts c on c.company_id = s.company_id and c.id = s.contact_id
  left join users u on u.company_id = s.company_id and u.id = s.user_id
  left join messages m on m.company_id = s.company_id and m.id = s.message_id`

type ListParams = { words: string; contactId: ContactId | null; userId: UserId | null }
const matchesFilter = `
  (position(plain_text(:words) in plain_text(s.body)) > 0 or position(plain_text(:words) in plain_text(c.name)) > 0)
  and (:contactId::int is null or s.contact_id = :contactId) and (:userId::int is null or s.user_id = :userId)`

export const schedulesPage = statement<ListParams & { limit: number; offset: number }, ScheduleRow>(
  'schedules.page',
  `
  select ${scheduleColumns} from schedules s ${people}
  where ${matchesFilter}
  order by s.id desc limit :limit offset :offset
  `,
)

export const countSchedules = statement<ListParams, { count: number }>(
  'schedules.count',
  `
  select count(*)::int as count
  from schedules s
  join contacts c on c.company_id = s.company_id and c.id = s.contact_id
  where ${matchesFilter}
  `,
)

/** Schedules of a period, until their texts together exceed `bytes`. `wanted`: the number of all its schedules. */
export const schedulesBetween = statement<
  {
    from: Date
    until: Date
    contactId: ContactId | null
    userId: UserId | null
    limit: number
    bytes: number
  },
  ScheduleRow & { wanted: number }
>(
  'schedules.between',
  `
  select ${scheduleColumns}, s.wanted
  from (
    select *, count(*) over ()::int as wanted,
      sum(octet_length(body)) over (order by send_at, id rows unbounded preceding) as bytes
    from schedules
    where send_at >= :from and send_at < :until
      and (:contactId::int is null or contact_id = :contactId) and (:userId::int is null or user_id = :userId)
    order by send_at, id limit :limit
  ) s ${people}
  where s.bytes <= :bytes
  order by s.send_at, s.id
  `,
)

export const scheduleById = statement<{ id: ScheduleId }, ScheduleRow>(
  'schedules.byId',
  `select ${scheduleColumns} from schedules s ${people} where s.id = :id`,
)

export const lockSchedule = statement<{ id: ScheduleId }, ScheduleRow>(
  'schedules.lock',
  `select ${scheduleColumns} from schedules s ${people} where s.id = :id for no key update of s`,
)

export const insertSchedule = statement<
  {
    contactId: ContactId
    userId: UserId
    connectionId: ConnectionId | null
    body: string
    templateId: MessageTemplateId | null
    templateValues: string | null
    sendAt: Date
    dueAt: Date
    at: Date
  },
  { id: ScheduleId }
>(
  'schedules.insert',
  `
  insert into schedules (company_id, contact_id, user_id, connection_id, body, template_id, template_values, send_at,
    due_at, created_at, updated_at)
  values (current_company(), :contactId, :userId, :connectionId, :body, :templateId, :templateValues::jsonb, :sendAt,
    :dueAt, :at, :at)
  returning id
  `,
)

/** Writes the fields that a user may change, and resets the state to pending. */
export const saveSchedule = statement<{
  id: ScheduleId
  contactId: ContactId
  connectionId: ConnectionId | null
  body: string
  templateId: MessageTemplateId | null
  templateValues: string | null
  media: string | null
  sendAt: Date
  dueAt: Date
  at: Date
}>(
  'schedules.save',
  `
  update schedules
  set contact_id = :contactId, connection_id = :connectionId, body = :body, template_id = :templateId,
    template_values = :templateValues::jsonb, media = :media::jsonb, send_at = :sendAt, due_at = :dueAt, updated_at = :at,
    status = 'PENDENTE', attempts = 0, sent_at = null, failure = null, message_id = null, handed_at = null
  where id = :id
  `,
)

/** When the reply window with a contact closes or closed, on the chosen connection or the default one. */
export const replyWindowOfContact = statement<
  { contactId: ContactId; connectionId: ConnectionId | null },
  { connection_id: ConnectionId; provider: string; closes_at: Date | null }
>(
  'schedules.windowOfContact',
  `
  select w.id as connection_id, w.provider, r.closes_at
  from connections w
  left join reply_windows r
    on r.company_id = w.company_id and r.connection_id = w.id and r.contact_id = :contactId
  where case when :connectionId::int is null then w.is_default else w.id = :connectionId end
  `,
)

export const removeSchedule = statement<{ id: ScheduleId }>(
  'schedules.remove',
  'delete from schedules where id = :id',
)

/** Due schedules of all companies. Those of a company that is inactive, expired or without the module stay pending. */
export const dueSchedules = statement<
  { now: Date; limit: number },
  { company_id: CompanyId; id: ScheduleId }
>(
  'schedules.due',
  `
  select s.company_id, s.id
  from schedules s
  join companies c on c.id = s.company_id and c.is_active
  join plans p on p.id = c.plan_id and p.use_schedules
  where s.status = 'PENDENTE' and s.due_at <= :now
    and ${hasAccessAtSql('c', ':now')}
  order by s.due_at, s.id
  limit :limit
  `,
)

/** Claims a due schedule. A second, concurrent claim waits and gets no row. */
export const claimSchedule = statement<
  { id: ScheduleId; contactId: ContactId; mediaKey: string | null; now: Date },
  Pick<ScheduleRow, 'user_id' | 'connection_id' | 'body' | 'template_id' | 'template_values'>
>(
  'schedules.claim',
  `
  update schedules
  set status = 'SAINDO', handed_at = :now, failure = null, updated_at = :now
  where id = :id and contact_id = :contactId and media ->> 'key' is not distinct from :mediaKey
    and status = 'PENDENTE' and due_at <= :now
  returning user_id, connection_id, body, template_id, template_values
  `,
)

export const linkMessageToSchedule = statement<{ id: ScheduleId; messageId: MessageId }>(
  'schedules.noteMessage',
  'update schedules set message_id = :messageId where id = :id',
)

export const failSchedule = statement<{ id: ScheduleId; failure: string; at: Date }, { id: ScheduleId }>(
  'schedules.fail',
  `
  update schedules set status = 'ERRO', failure = :failure, updated_at = :at
  where id = :id and status = 'PENDENTE'
  returning id
  `,
)

export const postponeSchedule = statement<{ id: ScheduleId; dueAt: Date; attempts: number }>(
  'schedules.postpone',
  `update schedules set attempts = :attempts, due_at = :dueAt where id = :id and status = 'PENDENTE'`,
)

/** Stores a failure. Null resets it to pending, because its message is retried. A sent schedule stays sent. */
export const recordScheduleFailure = statement<
  { messageId: MessageId; failure: string | null; at: Date },
  { id: ScheduleId }
>(
  'schedules.recordScheduleFailure',
  `
  update schedules
  set status = case when :failure::text is null then 'SAINDO' else 'ERRO' end, failure = :failure,
    handed_at = case when :failure is null then :at::timestamptz else handed_at end, updated_at = :at
  where message_id = :messageId and status in ('SAINDO', 'ERRO')
  returning id
  `,
)

/** Marks schedules as sent when WhatsApp's server acknowledges their messages. The first acknowledgement counts. */
export const markSchedulesSent = statement<
  { messageIds: readonly MessageId[]; at: Date },
  { id: ScheduleId }
>(
  'schedules.markSent',
  `
  update schedules set status = 'ENVIADA', sent_at = :at, failure = null, updated_at = :at
  where message_id = any (:messageIds) and status in ('SAINDO', 'ERRO')
  returning id
  `,
)

export const schedulesByIds = statement<{ ids: readonly ScheduleId[] }, ScheduleRow>(
  'schedules.several',
  `select ${scheduleColumns} from schedules s ${people} where s.id = any (:ids) order by s.id`,
)

/** Schedules being sent whose message is deleted, or whose connection is off, or offline since `offlineSince`. */
export const stuckSchedules = statement<
  { offlineSince: Date; limit: number },
  { company_id: CompanyId; id: ScheduleId }
>(
  'schedules.stuck',
  `
  select s.company_id, s.id
  from schedules s
  left join messages m on m.company_id = s.company_id and m.id = s.message_id and not m.is_deleted
  left join connections w on w.company_id = s.company_id and w.id = m.connection_id
  where s.status = 'SAINDO'
    and (m.id is null or w.status = 'DISCONNECTED' or (w.status <> 'CONNECTED' and s.handed_at <= :offlineSince))
  order by s.handed_at, s.id
  limit :limit
  `,
)

export interface ScheduleSendabilityFacts {
  status: ScheduleState
  handed_at: Date | null
  /** The message of the schedule. Null: there is none yet, or it is deleted. */
  message_id: MessageId | null
  /** The status of the connection that sent or would send the message; null: there is no connection. */
  connection_status: ConnectionStatus | null
}

export const scheduleSendabilityFacts = statement<{ id: ScheduleId }, ScheduleSendabilityFacts>(
  'schedules.leavingFacts',
  `
  select s.status, s.handed_at, m.id as message_id, w.status as connection_status
  from schedules s
  left join messages m on m.company_id = s.company_id and m.id = s.message_id and not m.is_deleted
  left join connections w on w.company_id = s.company_id and w.id = coalesce(
    m.connection_id, s.connection_id,
    (select d.id from connections d where d.company_id = s.company_id and d.is_default)
  )
  where s.id = :id
  `,
)

/** Fails a schedule whose message is deleted: an acknowledgement, which would end it, can't come any more. */
export const failScheduleWithoutMessage = statement<
  { id: ScheduleId; failure: string; at: Date },
  { id: ScheduleId }
>(
  'schedules.failWithoutMessage',
  `
  update schedules set status = 'ERRO', failure = :failure, message_id = null, updated_at = :at
  where id = :id and status = 'SAINDO'
  returning id
  `,
)

export const moveSchedulesToContact = statement<{ from: ContactId; to: ContactId }, { id: ScheduleId }>(
  'schedules.giveTo',
  'update schedules set contact_id = :to where contact_id = :from returning id',
)

export const removeSchedulesOfContact = statement<
  { contactId: ContactId },
  { id: ScheduleId; media: ScheduleRow['media'] }
>('schedules.erase', 'delete from schedules where contact_id = :contactId returning id, media')

/** Deletes the schedules of a company that is being deleted, because they reference its contacts. */
export const removeSchedulesOfCompany = statement<{ companyId: CompanyId }>(
  'schedules.removeOfCompany',
  'delete from schedules where company_id = :companyId',
)
