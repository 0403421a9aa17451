import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'
import type { MediaFacts } from '../messages/media-facts'

export interface TalkRow {
  answered_id: MessageId
  session: string | null
  session_at: Date | null
  tries: number
  transcripts: Record<string, string>
}

/** What a customer, or the app, has said in a ticket. */
export interface SaidRow {
  id: MessageId
  body: string
  from_me: boolean
  media_type: MediaType | null
  media: MediaFacts | null
  created_at: Date
}

const said = 'm.id, m.body, m.from_me, m.media_type, m.media, m.created_at'

/** Begins with the message that has just been stored: what was said before is nobody's question to the bot. */
export const beginTalk = statement<[ticketId: TicketId]>(
  'bots.beginTalk',
  `
  insert into bot_talks (company_id, ticket_id, answered_id)
  select current_company(), $1, max(m.id) - 1 from messages m where m.ticket_id = $1 and not m.from_me
  having max(m.id) is not null
  on conflict do nothing
  `,
)

export const talkOf = statement<[ticketId: TicketId], TalkRow>(
  'bots.talkOf',
  `
  select answered_id, session, session_at, tries, transcripts from bot_talks
  where ticket_id = $1 and answered_id is not null for update
  `,
)

/** Words, or something to look at or listen to, that stays. */
const isAsked =
  "not m.from_me and not m.is_deleted and not m.is_view_once and m.media_type is distinct from 'call_log'"

/** The customer's first messages after this one. What stands for a content that did not come since `$4` is passed over. */
export const unanswered = statement<
  [ticketId: TicketId, after: MessageId, awaited: readonly string[], since: Date, limit: number],
  SaidRow & { is_awaited: boolean }
>(
  'bots.unanswered',
  `
  select ${said}, m.media_type is null and m.body = any ($3::text[]) as is_awaited from messages m
  where m.ticket_id = $1 and m.id > $2 and ${isAsked}
    and not (m.media_type is null and m.body = any ($3::text[]) and m.created_at <= $4)
  order by m.id limit $5
  `,
)

/** What was said before: by the app, and by the customer up to the last message that has its answer. Newest first. */
export const saidBefore = statement<
  [ticketId: TicketId, answeredId: MessageId, awaited: readonly string[], limit: number],
  SaidRow
>(
  'bots.saidBefore',
  `
  select ${said} from messages m
  where m.ticket_id = $1 and (m.from_me or m.id <= $2) and not m.is_deleted and not m.is_view_once
    and not (m.media_type is null and m.body = any ($3::text[]))
  order by m.id desc limit $4
  `,
)

/** The customer's newest message is not for the bot. Where another still waits before it, the two go together. */
export const passOver = statement<[ticketId: TicketId]>(
  'bots.passOver',
  `
  update bot_talks b set answered_id = n.id
  from (select max(m.id) as id from messages m where m.ticket_id = $1 and not m.from_me) n
  where b.ticket_id = $1 and b.answered_id < n.id and not exists (
    select from messages m where m.ticket_id = $1 and m.id > b.answered_id and m.id < n.id and ${isAsked}
  )
  `,
)

/** How often the server has answered by itself since then: the lines of one answer have one time. */
export const answersSince = statement<[ticketId: TicketId, since: Date], { answers: number }>(
  'bots.answersSince',
  `
  select count(distinct newest.created_at)::int as answers
  from (
    select m.created_at, m.is_automatic from messages m where m.ticket_id = $1 order by m.id desc limit 1000
  ) newest
  where newest.is_automatic and newest.created_at > $2
  `,
)

/** Who speaks in a ticket, and in which language the server does. */
export const aroundTalk = statement<
  [ticketId: TicketId],
  {
    contact_id: ContactId
    contact_name: string
    contact_number: string | null
    contact_email: string
    language: string
    time_zone: string
  }
>(
  'bots.aroundTalk',
  `
  select c.id as contact_id, c.name as contact_name, c.number as contact_number, c.email as contact_email,
    k.language, k.time_zone
  from tickets t
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join companies k on k.id = t.company_id
  where t.id = $1
  `,
)

export const saveTalk = statement<
  [ticketId: TicketId, answeredId: MessageId, session: string | null, sessionAt: Date | null]
>(
  'bots.saveTalk',
  `
  update bot_talks set answered_id = $2, session = $3, session_at = $4, tries = 0
  where ticket_id = $1
  `,
)

/** What a voice note said; of a talk that is over nothing is kept. */
export const keepTranscript = statement<[ticketId: TicketId, messageId: MessageId, words: string]>(
  'bots.keepTranscript',
  `
  update bot_talks set transcripts = transcripts || jsonb_build_object($2::bigint::text, $3::text) where ticket_id = $1
  `,
)

export const addTry = statement<[ticketId: TicketId]>(
  'bots.addTry',
  `
  update bot_talks set tries = tries + 1 where ticket_id = $1
  `,
)

export const endTalk = statement<[ticketId: TicketId]>(
  'bots.endTalk',
  `
  delete from bot_talks where ticket_id = $1
  `,
)

/** What a bot knows of a person, and what it made of their voice. */
export const eraseTalksOf = statement<[contactId: ContactId]>(
  'bots.eraseTalksOf',
  `
  delete from bot_talks b
  using tickets t
  where t.company_id = b.company_id and t.id = b.ticket_id and t.contact_id = $1
  `,
)
