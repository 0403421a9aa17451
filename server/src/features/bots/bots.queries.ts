import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'
import type { MediaMetadata } from '../messages/media/media-facts'

export interface BotConversationRow {
  answered_id: MessageId
  session: string | null
  session_at: Date | null
  tries: number
  transcripts: Record<string, string>
}

export interface BotConversationMessageRow {
  id: MessageId
  body: string
  from_me: boolean
  media_type: MediaType | null
  media: MediaMetadata | null
  created_at: Date
}

const botMessageColumns = 'm.id, m.body, m.from_me, m.media_type, m.media, m.created_at'

/** Starts the bot's conversation at the newest message, so that the bot does not answer earlier ones. */
export const beginBotConversation = statement<{ ticketId: TicketId }>(
  'bots.beginBotConversation',
  `
  insert into bot_talks (company_id, ticket_id, answered_id)
  select current_company(), :ticketId, max(m.id) - 1 from messages m where m.ticket_id = :ticketId and not m.from_me
  having max(m.id) is not null
  on conflict do nothing
  `,
)

export const botConversation = statement<{ ticketId: TicketId }, BotConversationRow>(
  'bots.botConversation',
  `
  select answered_id, session, session_at, tries, transcripts from bot_talks
  where ticket_id = :ticketId and answered_id is not null for update
  `,
)

/** SQL condition: a bot should answer the message. It is from the customer, and no call, deleted or view-once one. */
const isQuestion =
  "not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'"

/** The customer's messages after `after` for the bot to answer. Omits those before `since` whose content never came. */
export const messageRowsToAnswerByBot = statement<
  { ticketId: TicketId; after: MessageId; awaited: readonly string[]; since: Date; limit: number },
  BotConversationMessageRow & { is_awaited: boolean }
>(
  'bots.unanswered',
  `
  select ${botMessageColumns}, m.media_type is null and m.body = any (:awaited::text[]) as is_awaited from messages m
  where m.ticket_id = :ticketId and m.id > :after and ${isQuestion}
    and not (m.media_type is null and m.body = any (:awaited::text[]) and m.created_at <= :since)
  order by m.id limit :limit
  `,
)

/** The messages before those to answer, newest first: all that the company sent, and the customer's answered ones. */
export const earlierConversationMessages = statement<
  { ticketId: TicketId; answeredId: MessageId; awaited: readonly string[]; limit: number },
  BotConversationMessageRow
>(
  'bots.earlierMessages',
  `
  select ${botMessageColumns} from messages m
  where m.ticket_id = :ticketId and (m.from_me or m.id <= :answeredId) and not m.is_deleted and not m.is_view_once
    and not (m.media_type is null and m.body = any (:awaited::text[]))
  order by m.id desc limit :limit
  `,
)

/** Marks the newest message as answered, unless an earlier one is unanswered too: then the bot must answer both. */
export const markNewestMessageSkippedByBot = statement<{ ticketId: TicketId }>(
  'bots.markNewestAsSkipped',
  `
  update bot_talks b set answered_id = n.id
  from (select max(m.id) as id from messages m where m.ticket_id = :ticketId and not m.from_me) n
  where b.ticket_id = :ticketId and b.answered_id < n.id and not exists (
    select from messages m where m.ticket_id = :ticketId and m.id > b.answered_id and m.id < n.id and ${isQuestion}
  )
  `,
)

/** How many automatic answers were sent since `since`. The messages of one answer have the same time. */
export const countAutomaticAnswersSince = statement<{ ticketId: TicketId; since: Date }, { answers: number }>(
  'bots.answersSince',
  `
  select count(distinct newest.created_at)::int as answers
  from (
    select m.created_at, m.is_automatic from messages m where m.ticket_id = :ticketId order by m.id desc limit 1000
  ) newest
  where newest.is_automatic and newest.created_at > :since
  `,
)

export const botConversationContext = statement<
  { ticketId: TicketId },
  {
    contact_id: ContactId
    contact_name: string
    contact_number: string | null
    contact_email: string
    language: string
    time_zone: string
  }
>(
  'bots.botConversationContext',
  `
  select c.id as contact_id, c.name as contact_name, c.number as contact_number, c.email as contact_email,
    k.language, k.time_zone
  from tickets t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join companies k on k.id = t.company_id
  where t.id = :ticketId
  `,
)

export const saveBotConversation = statement<{
  ticketId: TicketId
  answeredId: MessageId
  session: string | null
  sessionAt: Date | null
}>(
  'bots.saveBotConversation',
  `
  update bot_talks set answered_id = :answeredId, session = :session, session_at = :sessionAt, tries = 0
  where ticket_id = :ticketId
  `,
)

/** Stores a transcript in the bot's conversation. Does nothing when the conversation has ended. */
export const saveTranscript = statement<{ ticketId: TicketId; messageId: MessageId; words: string }>(
  'bots.saveTranscript',
  `
  update bot_talks set transcripts = transcripts || jsonb_build_object(:messageId::bigint::text, :words::text)
    where ticket_id = :ticketId
  `,
)

export const incrementBotTurnAttempts = statement<{ ticketId: TicketId }>(
  'bots.addTry',
  'update bot_talks set tries = tries + 1 where ticket_id = :ticketId',
)

export const endBotConversation = statement<{ ticketId: TicketId }>(
  'bots.endBotConversation',
  'delete from bot_talks where ticket_id = :ticketId',
)

export const eraseBotConversationsOfContact = statement<{ contactId: ContactId }>(
  'bots.eraseBotConversationsOf',
  `
  delete from bot_talks b
  using tickets t
  where t.company_id = b.company_id and t.id = b.ticket_id and t.contact_id = :contactId
  `,
)
