import type {
  ConnectionId,
  ContactId,
  IntegrationId,
  PromptId,
  QueueId,
  QueueOptionId,
  TicketId,
} from '@balcao/domain/ids'
import type { OpeningHours } from '@balcao/domain/opening-hours'
import type { BotState } from '@balcao/domain/reception/facts'
import { statement } from '../../platform/database/statement'

/** A queue of the connection. The menu's options are a flat list with the ids of their parents. */
export interface QueueFactsRow {
  id: QueueId
  name: string
  greetingMessage: string
  outOfHoursMessage: string
  schedules: OpeningHours[]
  integrationId: IntegrationId | null
  promptId: PromptId | null
  options: MenuOptionRow[]
}

export interface MenuOptionRow {
  id: QueueOptionId
  parentId: QueueOptionId | null
  option: number
  title: string
  message: string
}

export interface ConnectionFactsRow {
  connection_id: ConnectionId
  time_zone: string
  language: string
  company_hours: OpeningHours[]
  /** The setting `scheduleType`; null until the company has chosen a value. */
  schedule_type: string | null
  /** The holidays of today and yesterday. */
  holidays: string[]
  greeting_message: string
  out_of_hours_message: string
  send_queue_id: QueueId | null
  time_use_bot_queues: number
  max_use_bot_queues: number
  integration_id: IntegrationId | null
  prompt_id: PromptId | null
  queues: QueueFactsRow[]
}

/**
 * Reads what reception needs of each connection, including all its queues and menu options, because it has only a few.
 */
export const receptionFactsOfConnections = statement<
  { connectionIds: readonly ConnectionId[]; now: Date },
  ConnectionFactsRow
>(
  'reception.receptionFactsOfConnections',
  `
  select w.id as connection_id, c.time_zone, c.language, c.schedules as company_hours,
    (select s.value from settings s where s.company_id = c.id and s.key = 'scheduleType') as schedule_type,
    array(
      select h.day::text from holidays h
      where h.company_id = c.id and h.day between (:now at time zone c.time_zone)::date - 1
        and (:now at time zone c.time_zone)::date
    ) as holidays,
    w.greeting_message, w.out_of_hours_message, w.send_queue_id, w.time_use_bot_queues, w.max_use_bot_queues,
    w.integration_id, w.prompt_id,
    (
      select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'greetingMessage', q.greeting_message,
        'outOfHoursMessage', q.out_of_hours_message, 'schedules', q.schedules, 'integrationId', q.integration_id,
        'promptId', q.prompt_id, 'options', (
          select coalesce(json_agg(json_build_object('id', o.id, 'parentId', o.parent_id, 'option', o.option,
            'title', o.title, 'message', o.message) order by o.option, o.id), '[]')
          from queue_options o
          where o.company_id = q.company_id and o.queue_id = q.id
        )) order by q.order_queue nulls last, q.id), '[]')
      from connection_queues cq
      join queues q on q.company_id = cq.company_id and q.id = cq.queue_id
      where cq.company_id = w.company_id and cq.connection_id = w.id
    ) as queues
  from companies c
  join connections w on w.company_id = c.id and w.id = any (:connectionIds)
  where c.id = current_company()
  `,
)

/** Whether a person has taken over a contact's ticket, and the bot's state in it. */
export interface BotFactsRow {
  contact_id: ContactId
  was_taken_over: boolean
  /** Where the bot is in its dialogue; null: it has not written in this ticket yet. */
  stage: BotState['stage'] | null
  option_id: QueueOptionId | null
  invalid_answers: number | null
  menu_at: Date | null
  out_of_hours_at: Date | null
}

/** Reads the bot's state for each contact. A null ticket id: the contact's ticket is not opened yet. */
export const botFacts = statement<
  { ticketIds: readonly (TicketId | null)[]; contactIds: readonly ContactId[] },
  BotFactsRow
>(
  'reception.botFacts',
  `
  select n.contact_id,
    coalesce(b.ticket_id = n.ticket_id and b.is_taken_over, false) or exists (
      select from ticket_events e
      where e.ticket_id = n.ticket_id
        and (e.kind in ('accepted', 'returned', 'reopened') or (e.kind = 'transferred' and e.by_user_id is not null))
    ) as was_taken_over,
    case when b.ticket_id = n.ticket_id then b.stage end as stage, b.option_id, b.invalid_answers, b.menu_at,
      b.out_of_hours_at
  from unnest(:ticketIds::int[], :contactIds::int[]) as n (ticket_id, contact_id)
  left join lateral (
    select * from bot_conversations o where o.contact_id = n.contact_id offset 0
  ) b on true
  `,
)

interface FarewellFactsRow {
  rating_message: string
  complation_message: string
  /** The setting `userRating`; null until the company has chosen a value. */
  user_rating: string | null
  name: string
  number: string
  email: string
  time_zone: string
  language: string
}

/** The texts for the end of a ticket. No row for a ticket without a connection. */
export const farewellFacts = statement<{ ticketId: TicketId }, FarewellFactsRow>(
  'reception.farewellFacts',
  `
  select w.rating_message, w.complation_message, p.name, p.number, p.email, c.time_zone, c.language,
    (select s.value from settings s where s.company_id = c.id and s.key = 'userRating') as user_rating
  from tickets t
  join companies c on c.id = t.company_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  join contacts p on p.company_id = t.company_id and p.id = t.contact_id
  where t.id = :ticketId
  `,
)

interface TransferFactsRow {
  /** The setting whether customers are informed of transfers; null until the company has chosen. */
  is_told: string | null
  language: string
  queue_name: string
  user_name: string | null
}

export const transferNoticeFacts = statement<{ queueId: QueueId; userId: number | null }, TransferFactsRow>(
  'reception.transferNoticeFacts',
  `
  select c.language, q.name as queue_name,
    (select u.name from users u where u.company_id = c.id and u.id = :userId) as user_name,
    (select s.value from settings s where s.company_id = c.id and s.key = 'sendMsgTransfTicket') as is_told
  from companies c
  join queues q on q.company_id = c.id and q.id = :queueId
  where c.id = current_company()
  `,
)
