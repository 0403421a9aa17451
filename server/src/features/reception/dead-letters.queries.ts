import type { ConnectionId, ContactId, InboundEventId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/** An inbound event that failed for good. `from_name` is the name of the contact that it came from. */
export interface DeadLetterRow {
  id: InboundEventId
  connection_id: ConnectionId
  connection_name: string
  from_name: string | null
  received_at: Date
  attempts: number
  dead_because: string
}

const deadLetters = `
  select e.id, e.connection_id, w.name as connection_name, c.name as from_name, e.received_at, e.attempts,
    e.dead_because
  from inbound_events e
  join connections w on w.company_id = e.company_id and w.id = e.connection_id
  left join contact_addresses a on a.company_id = e.company_id and a.value = split_part(e.chat, '@', 1)
    and a.kind = case split_part(e.chat, '@', 2) when 'lid' then 'lid' when 'g.us' then 'group' else 'phone' end
  left join contacts c on c.company_id = a.company_id and c.id = a.contact_id
  where e.dead_because is not null and e.done_at is null`

export const deadLettersPage = statement<{ limit: number; offset: number }, DeadLetterRow>(
  'reception.deadLettersPage',
  `
  ${deadLetters}
  order by e.id
  limit :limit offset :offset
  `,
)

export const countDeadLetters = statement<NoParams, { count: number }>(
  'reception.countDeadLetters',
  `select count(*) as count from inbound_events where dead_because is not null and done_at is null`,
)

export const deadLetterById = statement<{ entryId: InboundEventId }, DeadLetterRow>(
  'reception.deadLetterById',
  `${deadLetters} and e.id = :entryId`,
)

/** Queues a dead letter again. Its old id puts it before all later events of its partition. */
export const requeueDeadLetter = statement<{ entryId: InboundEventId }, { id: InboundEventId }>(
  'reception.waitAgain',
  `
  update inbound_events set dead_because = null, attempts = 0
  where id = :entryId and dead_because is not null and done_at is null
  returning id
  `,
)

export const requeueAllDeadLetters = statement<NoParams, { id: InboundEventId }>(
  'reception.waitAgainAll',
  `
  update inbound_events set dead_because = null, attempts = 0
  where dead_because is not null and done_at is null
  returning id
  `,
)

/** Dismisses a dead letter. The row stays for some days, like every event, to detect a repeated delivery. */
export const markDeadLetterDismissed = statement<
  { entryId: InboundEventId; at: Date },
  { id: InboundEventId }
>(
  'reception.markAsDeadLetter',
  `
  update inbound_events set done_at = :at
  where id = :entryId and dead_because is not null and done_at is null
  returning id
  `,
)

/**
 * Deletes the stored events of these addresses. Also deletes all processed events that may contain texts of the
 * contact: those of the contact's groups, of the phone's history and address book, and unreadable parts of webhooks.
 */
export const eraseInboundEventsOfContact = statement<{ chats: readonly string[]; contactId: ContactId }>(
  'deadLetters.eraseOf',
  `
  delete from inbound_events e
  where split_part(e.chat, '@', 1) = any (:chats)
    or e.done_at is not null and not e.needs_acknowledgement and (
      e.key like 'history%' or e.key like 'names:%' or e.key like 'cloud:unread:%'
      or split_part(e.chat, '@', 1) in (
        select split_part(a.value, '@', 1)
        from messages m
        join contact_addresses a on a.company_id = m.company_id and a.contact_id = m.contact_id and a.kind = 'group'
        where m.author_contact_id = :contactId
      )
    )
  `,
)
