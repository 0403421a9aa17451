import type { MessageId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import type { MayReadParams } from '../tickets/may-read-sql'
import { mayReadOfContact } from '../tickets/shared-history-sql'

/**
 * The messages with some words, of the conversation with a ticket's contact. `$5` the ticket, `$6` the words, `$7` the
 * message before which to begin or null for the newest, `$8` how many messages to read, `$9` how many to find. `read` is the
 * number of messages that were read, `oldest` the last one.
 *
 * It walks messages_of_contact backwards and compares. `like` is not leakproof, so row security keeps the trigram index out
 * of reach here; the walk needs no function with rights of its own (decision 0094). Of tickets only those with a hit are read.
 */
export const messagesWithWords = statement<
  [
    ...MayReadParams,
    ticketId: TicketId,
    words: string,
    before: MessageId | null,
    reads: number,
    finds: number,
  ],
  { found: MessageId[]; read: number; oldest: MessageId | null }
>(
  'messages.withWords',
  `
  with pattern as materialized (
    select '%' || regexp_replace(plain_text($6), '([\\\\%_])', '\\\\\\1', 'g') || '%' as words
  ),
  walked as materialized (
    select m.id, m.ticket_id, not m.is_deleted and m.body_plain like (select words from pattern) as has_words
    from messages m
    where m.contact_id = (select o.contact_id from tickets o where o.id = $5)
      and ($7::bigint is null or m.id < $7)
    order by m.id desc
    limit $8
  ),
  found as (
    select w.id from walked w
    join tickets t on t.id = w.ticket_id
    where w.has_words and ${mayReadOfContact}
    order by w.id desc
    limit $9
  )
  select (select coalesce(json_agg(f.id order by f.id desc), '[]') from found f) as found,
    (select count(*)::int from walked) as read, (select min(w.id) from walked w) as oldest
  `,
)
