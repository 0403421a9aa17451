import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { TestApp } from './test-app'

/** The contact of the ticket. */
export async function contactOf(
  { table }: Pick<TestApp, 'table'>,
  ticketId: TicketId,
): Promise<{ readonly id: ContactId; readonly name: string; readonly number: string }> {
  const ticket = await table('tickets').get<{ contact_id: ContactId }>({ id: ticketId }, ['contact_id'])
  return table('contacts').get({ id: ticket.contact_id }, ['id', 'name', 'number'])
}
