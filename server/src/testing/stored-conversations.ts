import { randomUUID } from 'node:crypto'
import type { CompanyId, ContactId, MessageId, TicketId } from '@balcao/domain/ids'
import type { RowValues } from '../platform/testing/table-rows'
import type { TestApp } from './test-app'

/** Stores a contact that has no address. */
export function storeContact(
  { table, now }: Pick<TestApp, 'table' | 'now'>,
  companyId: CompanyId,
  values: RowValues = {},
): Promise<{ readonly id: ContactId }> {
  const times = { created_at: now(), updated_at: now() }
  const name = { name: 'Cliente', name_source: 'push' }
  return table('contacts').insert({ company_id: companyId, uuid: randomUUID(), ...name, ...times, ...values })
}

/** Stores a ticket of the contact, without an event: a closed one, unless the values have another status. */
export function storeTicket(
  { table, now }: Pick<TestApp, 'table' | 'now'>,
  companyId: CompanyId,
  contactId: ContactId,
  values: RowValues = {},
): Promise<{ readonly id: TicketId }> {
  const times = { created_at: now(), last_at: now() }
  const ticket = { company_id: companyId, uuid: randomUUID(), contact_id: contactId, ...times }
  return table('tickets').insert({ ...ticket, status: 'closed', is_group: false, ...values })
}

/** Stores messages of the ticket's contact with these texts, oldest first, and returns their ids. One statement. */
export async function storeMessages(
  { rows }: Pick<TestApp, 'rows'>,
  ticketId: TicketId,
  texts: readonly string[],
): Promise<MessageId[]> {
  const stored = await rows<{ id: MessageId }>(
    `insert into messages (company_id, ticket_id, contact_id, whatsapp_id, body, from_me, is_read, created_at, updated_at)
     select t.company_id, t.id, t.contact_id, gen_random_uuid()::text, b.body, false, true, now(), now()
     from tickets t, unnest($2::text[]) with ordinality as b (body, place) where t.id = $1 order by b.place returning id`,
    [ticketId, texts],
  )
  return stored.map(({ id }) => id)
}
