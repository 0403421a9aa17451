import type { ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import type { MediaMetadata } from '../media/media-facts'
import { type MessageRow, messageColumns } from '../messages.queries'

/**
 * Pairs of rows that store one WhatsApp message: both contacts of a merge had it, as their chat or as the writer in a
 * group. Of a pair, the row sent from here is kept, otherwise the older one; the other is the `twin`.
 */
export const duplicateMessagePairs = statement<
  { keptId: ContactId; goneId: ContactId },
  {
    kept_id: MessageId
    twin_id: MessageId
    kept_ticket_id: TicketId
    twin_ticket_id: TicketId
    kept_media: MediaMetadata | null
    twin_media: MediaMetadata | null
  }
>(
  'messages.twins',
  `
  select kept.id as kept_id, twin.id as twin_id, kept.ticket_id as kept_ticket_id, twin.ticket_id as twin_ticket_id,
    kept.media as kept_media, twin.media as twin_media
  from messages one
  join messages other on other.company_id = one.company_id and other.whatsapp_id = one.whatsapp_id
    and other.from_me = one.from_me
    and other.contact_id = case one.contact_id when :goneId then :keptId else one.contact_id end
    and coalesce(other.author_contact_id, 0)
      = coalesce(case one.author_contact_id when :goneId then :keptId else one.author_contact_id end, 0)
  cross join lateral (
    select one.client_id is null and (other.client_id is not null or other.id < one.id) as is_other
  ) as keep
  join messages kept on kept.company_id = one.company_id
    and kept.id = case when keep.is_other then other.id else one.id end
  join messages twin on twin.company_id = one.company_id
    and twin.id = case when keep.is_other then one.id else other.id end
  where one.contact_id = :goneId or one.author_contact_id = :goneId
  order by kept.id
  `,
)

type TwinIds = { keptIds: readonly MessageId[]; twinIds: readonly MessageId[] }

/** Copies what only the duplicate has: a later correction, higher acks, the read mark, a deletion, the media file. */
export const copyDuplicatesIntoKeptMessages = statement<TwinIds & { at: Date }>(
  'messages.absorbTwins',
  `
  update messages m
  set edited_at = case when twin.edited_at > m.edited_at or m.edited_at is null then twin.edited_at else m.edited_at end,
    body = case when twin.edited_at > m.edited_at or (m.edited_at is null and twin.edited_at is not null) then twin.body
      else m.body end,
    link_preview = case when twin.edited_at > m.edited_at or (m.edited_at is null and twin.edited_at is not null)
      then twin.link_preview else m.link_preview end,
    ack = greatest(m.ack, twin.ack), sent_at = least(m.sent_at, twin.sent_at),
    delivered_at = least(m.delivered_at, twin.delivered_at), read_at = least(m.read_at, twin.read_at),
    played_at = least(m.played_at, twin.played_at), is_read = m.is_read or twin.is_read, is_deleted = m.is_deleted or twin.is_deleted,
    failure = case when twin.ack = 0 then m.failure end,
    media = case when m.media ->> 'state' <> 'ready' and twin.media ->> 'state' = 'ready' then twin.media else m.media end,
    updated_at = :at
  from unnest(:keptIds::bigint[], :twinIds::bigint[]) as pair (kept_id, twin_id)
  join messages twin on twin.id = pair.twin_id
  where m.id = pair.kept_id and twin.company_id = m.company_id
  `,
)

export const moveQuotesToKeptMessages = statement<TwinIds>(
  'messages.moveQuotes',
  `
  update messages m
  set quoted_id = pair.kept_id
  from unnest(:keptIds::bigint[], :twinIds::bigint[]) as pair (kept_id, twin_id)
  where m.quoted_id = pair.twin_id
  `,
)

/** Moves the reactions of duplicate messages to the kept ones. Of two reactions by one person the newer stays. */
export const moveReactionsToKeptMessages = statement<TwinIds>(
  'messages.reactionsFollow',
  `
  insert into message_reactions as r (company_id, message_id, contact_id, user_id, emoji, at)
  select twin.company_id, pair.kept_id, twin.contact_id, twin.user_id, twin.emoji, twin.at
  from unnest(:keptIds::bigint[], :twinIds::bigint[]) as pair (kept_id, twin_id)
  join message_reactions twin on twin.message_id = pair.twin_id
  on conflict (company_id, message_id, (coalesce(contact_id, 0))) do update
  set emoji = excluded.emoji, user_id = excluded.user_id, at = excluded.at
  where r.at < excluded.at
  `,
)

/** Deletes the older reaction where both contacts of a merge reacted to one message. The newer one is moved later. */
export const deleteOlderDuplicateReactions = statement<{ goneId: ContactId; keptId: ContactId }>(
  'messages.uniteReactions',
  `
  delete from message_reactions r
  using message_reactions other
  where other.company_id = r.company_id and other.message_id = r.message_id
    and ((r.contact_id = :goneId and other.contact_id = :keptId and r.at <= other.at)
      or (r.contact_id = :keptId and other.contact_id = :goneId and r.at < other.at))
  `,
)

export const moveReactionsToContact = statement<{ goneId: ContactId; keptId: ContactId }>(
  'messages.moveReactionsTo',
  `update message_reactions set contact_id = :keptId where contact_id = :goneId`,
)

export const deleteDuplicateMessages = statement<{ twinIds: readonly MessageId[] }>(
  'messages.deleteTwins',
  `delete from messages where id = any (:twinIds)`,
)

export const moveMessagesToContact = statement<{ goneId: ContactId; keptId: ContactId }>(
  'messages.giveTo',
  `
  update messages
  set contact_id = case contact_id when :goneId then :keptId else contact_id end,
    author_contact_id = case author_contact_id when :goneId then :keptId else author_contact_id end
  where contact_id = :goneId or author_contact_id = :goneId
  `,
)

export const moveMessagesToTicket = statement<{ goneId: TicketId; keptId: TicketId }>(
  'messages.moveToTicket',
  `update messages set ticket_id = :keptId where ticket_id = :goneId`,
)

export const lastMessageOfTicket = statement<{ ticketId: TicketId }, MessageRow>(
  'messages.lastOfTicket',
  `select ${messageColumns} from messages m where m.ticket_id = :ticketId order by m.id desc limit 1`,
)

export const countUnreadOfTicket = statement<{ ticketId: TicketId }, { unread: number }>(
  'messages.countUnread',
  `select count(*) as unread from messages where ticket_id = :ticketId and not from_me and not is_read`,
)
