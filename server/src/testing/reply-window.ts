import type { TicketId } from '@balcao/domain/ids'
import type { TestApp } from './test-app'

/** Opens the reply window of the ticket's contact over its connection. */
export async function openReplyWindow(
  { table }: Pick<TestApp, 'table'>,
  ticketId: TicketId,
  closesAt = new Date('2199-01-01'),
): Promise<void> {
  const columns = ['company_id', 'connection_id', 'contact_id']
  const conversation = await table('tickets').get({ id: ticketId }, columns)
  await table('reply_windows').insert({ ...conversation, closes_at: closesAt })
}
