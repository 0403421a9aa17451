import type { CompanyId } from '@balcao/domain/ids'
import type { TestApp } from '../../../testing/test-app'

/** Stores a message of the history with the file of another message. Only the history has negative ids. */
export async function copyFileToHistory(
  { rows }: Pick<TestApp, 'rows'>,
  companyId: CompanyId,
  { id, body }: { id: number; body: string },
): Promise<void> {
  await rows(
    `insert into messages (company_id, id, ticket_id, contact_id, connection_id, whatsapp_id, body, from_me, is_read,
       media_type, media, created_at, updated_at)
     overriding system value
     select company_id, $2, ticket_id, contact_id, connection_id, 'HIST', $3, from_me, true, media_type, media,
       created_at, updated_at from messages where company_id = $1 and media is not null limit 1`,
    [companyId, id, body],
  )
}
