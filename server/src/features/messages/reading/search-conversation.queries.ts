import type { MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../../platform/database/statement'
import type { MayReadTicketParams } from '../../tickets/may-read-sql'
import { mayReadTicketOrSharedHistorySql } from '../../tickets/shared-history-sql'

/**
 * Searches backwards from `before` (null: the newest message) through at most `reads` messages and `bytes` of text, for
 * up to `finds` hits. `next`: the oldest message read; null at the beginning of the conversation. Scans the index
 * messages_of_contact: row security rules out the trigram index, because `like` is not leakproof (decision 0026).
 * `octet_length` returns a text's size without reading the text.
 */
export const messagesContainingText = statement<
  MayReadTicketParams & {
    ticketId: TicketId
    words: string
    before: MessageId | null
    reads: number
    finds: number
    bytes: number
  },
  { found: MessageId[]; next: MessageId | null }
>(
  'messages.withWords',
  `
  with pattern as materialized (
    select '%' || regexp_replace(plain_text(:words), '([\\\\%_])', '\\\\\\1', 'g') || '%' as words
  ),
  numbered as (
    select m.id, m.ticket_id, m.is_deleted, m.body_plain, row_number() over newest as place,
      sum(octet_length(m.body_plain)) over newest - octet_length(m.body_plain) as bytes_before
    from messages m
    where m.contact_id = (select o.contact_id from tickets o where o.id = :ticketId)
      and (:before::bigint is null or m.id < :before)
    window newest as (order by m.id desc rows unbounded preceding)
    limit :reads + 1
  ),
  bounded as (
    select n.*, n.place <= :reads and n.bytes_before < :bytes as is_read from numbered n
  ),
  walked as materialized (
    select b.id, b.ticket_id, b.is_read,
      case when b.is_read and not b.is_deleted then b.body_plain like (select words from pattern) else false end as has_words
    from bounded b
  ),
  found as (
    select w.id from walked w
    join tickets t on t.id = w.ticket_id
    where w.has_words and ${mayReadTicketOrSharedHistorySql}
    order by w.id desc
    limit :finds
  )
  select (select coalesce(json_agg(f.id order by f.id desc), '[]') from found f) as found,
    (select min(w.id) filter (where w.is_read) from walked w having bool_or(not w.is_read)) as next
  `,
)
