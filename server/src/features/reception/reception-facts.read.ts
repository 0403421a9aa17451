import type { ConnectionId } from '@balcao/domain/ids'
import { type BusinessHours, isBusinessOpen } from '@balcao/domain/opening-hours'
import type {
  BotState,
  CustomerMessage,
  MenuOption,
  ReceptionInput,
  ReceptionQueue,
} from '@balcao/domain/reception/facts'
import { isSettingValue, settingDefinitions } from '@balcao/domain/settings'
import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from '../contacts/contacts.queries'
import type { TicketRow } from '../tickets/tickets.queries'
import {
  type BotFactsRow,
  botFacts,
  type ConnectionFactsRow,
  type MenuOptionRow,
  type QueueFactsRow,
  receptionFactsOfConnections,
} from './reception-facts.queries'

interface MessageForReception {
  /** Null: a new ticket is to be opened for the message. */
  readonly ticket: TicketRow | null
  readonly contact: ContactRow
  readonly connectionId: ConnectionId
  readonly message: CustomerMessage
}

/** Reads the facts for reception's decisions about tickets without an owner; one entry for each message. */
export async function readReceptionFacts(
  work: CompanyWork,
  messages: readonly MessageForReception[],
): Promise<readonly ReceptionInput[]> {
  if (messages.length === 0) return []
  const [connections, bots] = await Promise.all([
    work.db.rows(receptionFactsOfConnections, {
      connectionIds: [...new Set(messages.map(({ connectionId }) => connectionId))],
      now: work.now,
    }),
    work.db.rows(botFacts, {
      ticketIds: messages.map(({ ticket }) => ticket?.id ?? null),
      contactIds: messages.map(({ contact }) => contact.id),
    }),
  ])
  return messages.map((about) => {
    const connection = connections.find(({ connection_id }) => connection_id === about.connectionId)
    const bot = bots.find(({ contact_id }) => contact_id === about.contact.id)
    if (connection === undefined || bot === undefined)
      throw new Error('a message has a connection and a contact')
    return factsOfMessage(work, about, connection, bot)
  })
}

function factsOfMessage(
  { now }: CompanyWork,
  { ticket, contact, message }: MessageForReception,
  row: ConnectionFactsRow,
  bot: BotFactsRow,
): ReceptionInput {
  const business = businessOf(row)
  return {
    message,
    name: contact.name,
    number: contact.number,
    email: contact.email,
    ticket: {
      status: ticket?.status ?? 'pending',
      hasOwner: ticket !== null && ticket.user_id !== null,
      isNew: ticket === null,
      isGroup: contact.is_group,
      queueId: ticket?.queue_id ?? null,
      wasTakenOver: bot.was_taken_over,
      useIntegration: ticket?.use_integration ?? false,
      assistants: {
        // The casts are safe, because the columns hold only ids of integrations and prompts.
        integrationId: (ticket?.integration_id ?? null) as ConnectionFactsRow['integration_id'],
        promptId: (ticket?.prompt_id ?? null) as ConnectionFactsRow['prompt_id'],
      },
    },
    connection: {
      greetingMessage: row.greeting_message,
      outOfHoursMessage: row.out_of_hours_message,
      sendQueueId: row.send_queue_id,
      timeUseBotQueues: row.time_use_bot_queues,
      maxUseBotQueues: row.max_use_bot_queues,
      assistants: { integrationId: row.integration_id, promptId: row.prompt_id },
    },
    queues: row.queues.map((queue) =>
      queueFacts(queue, isBusinessOpen({ ...business, queueHours: queue.schedules }, now)),
    ),
    hours: { mode: business.mode, isCompanyOpen: isBusinessOpen(business, now) },
    bot: placeOf(bot),
    outOfHoursToldAt: bot.out_of_hours_at,
    now,
    timeZone: row.time_zone,
    language: row.language,
  }
}

function businessOf(row: ConnectionFactsRow): BusinessHours {
  const chosen = row.schedule_type ?? ''
  return {
    mode: isSettingValue('scheduleType', chosen) ? chosen : settingDefinitions.scheduleType.byDefault,
    companyHours: row.company_hours,
    queueHours: null,
    holidays: row.holidays,
    timeZone: row.time_zone,
  }
}

function queueFacts(row: QueueFactsRow, isOpen: boolean): ReceptionQueue {
  const { schedules: _, integrationId, promptId, options, ...queue } = row
  return { ...queue, isOpen, assistants: { integrationId, promptId }, options: treeOf(options, null) }
}

function treeOf(rows: readonly MenuOptionRow[], parentId: MenuOptionRow['parentId']): MenuOption[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map(({ id, option, title, message }) => ({ id, option, title, message, children: treeOf(rows, id) }))
}

function placeOf({ stage, option_id, invalid_answers, menu_at }: BotFactsRow): BotState | null {
  if (stage === null) return null
  return { stage, optionId: option_id, invalidAnswers: invalid_answers ?? 0, menuAt: menu_at }
}
