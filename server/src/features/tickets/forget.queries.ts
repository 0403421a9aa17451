import type { TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/**
 * The oldest closed tickets that ended before this moment, marked as forgotten: their words go in the same act. By the
 * index `tickets_to_forget`, some at a time.
 */
export const forgetTickets = statement<{ endedBefore: Date; limit: number; at: Date }, { id: TicketId }>(
  'tickets.forget',
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
