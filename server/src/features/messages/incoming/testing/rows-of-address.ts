import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { TestApp } from '../../../../testing/test-app'

/** The contact of a person's phone or LID, or of a group: the part of its id before `@g.us`. */
export async function contactsAt(
  { table }: Pick<TestApp, 'table'>,
  address: string,
): Promise<{ readonly id: ContactId; readonly name: string }[]> {
  const addresses = await table('contact_addresses').find({ value: address }, ['contact_id'])
  return table('contacts').find({ id: addresses.map(({ contact_id }) => contact_id) }, ['id', 'name'])
}

interface TicketRow {
  readonly id: TicketId
  readonly status: string
  readonly unread: number
  readonly last_at: Date
}

/** The tickets of that contact, oldest first. */
export async function ticketsAt(testApp: Pick<TestApp, 'table'>, address: string): Promise<TicketRow[]> {
  const ids = (await contactsAt(testApp, address)).map(({ id }) => id)
  return testApp.table('tickets').find({ contact_id: ids }, ['id', 'status', 'unread', 'last_at'])
}
