import type { ContactId } from '@balcao/domain/ids'
import { type NoParams, statement } from '../../platform/database/statement'

/** Clears the last messages of the contact's own tickets, and of groups whose last message it wrote. */
export const eraseLastWords = statement<{ contactId: ContactId }>(
  'tickets.eraseLastWords',
  `
  update tickets t
  set last_message = '', version = version + 1
  where t.contact_id = :contactId
    or t.last_message_id in (select m.id from messages m where m.author_contact_id = :contactId)
  `,
)

/** The sample contains texts of messages. The next search enqueues a new one. */
export const dropSearchSample = statement<NoParams>(
  'tickets.dropSearchSample',
  `
  delete from search_samples
  `,
)
