import type { ContactId, TicketId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import type { MayReadParams } from './may-read-sql'
import { mayReadOfContact } from './shared-history-sql'
import { type TicketWireRow, wireJoins, wireTicket } from './wire-ticket-sql'

/** The tickets of one contact, without `butFor` unless it is null. Served by the index tickets_of_contact. */
export const otherTicketsOfContact = statement<
  MayReadParams & { contactId: ContactId; butFor: TicketId | null; limit: number; offset: number },
  TicketWireRow
>(
  'tickets.othersOfContact',
  `
  select ${wireTicket}
  from (
    select t.* from tickets t
    where t.contact_id = :contactId and t.id is distinct from :butFor::integer and ${mayReadOfContact}
    order by t.last_at desc, t.id desc
    limit :limit offset :offset
  ) t ${wireJoins}
  order by t.last_at desc, t.id desc
  `,
)
