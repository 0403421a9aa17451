import type { TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/**
 * Marks the oldest closed tickets whose last message is before `endedBefore`, and clears their previews. The caller
 * deletes the contents of their messages in the same act. Served by the index `tickets_to_forget`; skips locked rows.
 */
export const expireTickets = statement<{ endedBefore: Date; limit: number; at: Date }, { id: TicketId }>(
  'tickets.expire',
  `
  update tickets set words_forgotten_at = :at, last_message = ''
  where id in (
    select id from tickets
    where company_id = current_company() and status = 'closed'
      and (words_forgotten_at is null or words_forgotten_at < last_at)
      and last_at < :endedBefore
    order by last_at limit :limit
    for update skip locked
  )
  returning id
  `,
)
