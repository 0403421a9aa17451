import type { CompanyId, ContactId, TicketId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../../platform/database/statement'

/** Clears the previews of the contact's own tickets, and of groups whose last message the contact wrote. */
export const eraseLastMessageTexts = statement<{ contactId: ContactId }>(
  'tickets.eraseLastMessageTexts',
  `
  update tickets t
  set last_message = '', version = version + 1
  where t.contact_id = :contactId
    or t.last_message_id in (select m.id from messages m where m.author_contact_id = :contactId)
  `,
)

/** Deletes the search sample, which contains texts of messages. The next search enqueues a new sample. */
export const dropSearchSample = statement<NoParams>('tickets.dropSearchSample', `delete from search_samples`)

/** Clears the previews of closed tickets; the caller clears their messages. Uses the index `tickets_to_forget`. */
export const expireTicketTexts = statement<{ endedBefore: Date; limit: number; at: Date }, { id: TicketId }>(
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

/** Runs after the company's messages are deleted. Foreign keys delete the rows that depend on tickets. */
export const removeTicketsOfCompany = statement<{ companyId: CompanyId }>(
  'tickets.removeOfCompany',
  `delete from tickets where company_id = :companyId`,
)
