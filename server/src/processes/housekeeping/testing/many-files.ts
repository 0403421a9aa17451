import type { CompanyId } from '@balcao/domain/ids'
import { queryPlanOf } from '../../../testing/query-plan'
import type { TestApp } from '../../../testing/test-app'
import { referencedFileKeys } from '../named-files.queries'

/** Copies the company's only message so many times, each with a file. */
export async function storeFileMessages(
  { table, now }: Pick<TestApp, 'table' | 'now'>,
  companyId: CompanyId,
  count: number,
): Promise<void> {
  const columns = ['company_id', 'ticket_id', 'contact_id']
  const conversation = await table('messages').get({ company_id: companyId }, columns)
  const times = { created_at: now(), updated_at: now() }
  const file = (at: number) => ({ media: { key: `${companyId}/${at}` } })
  await table('messages').insertMany(
    Array.from({ length: count }, (_, at) => ({
      ...{ ...conversation, ...times, ...file(at + 1) },
      ...{ body: '', from_me: false, is_read: true },
    })),
  )
}

/** The plan by which the sweep looks for 500 files of the company; the planner doesn't know how many they are. */
export function planOfReferences(testApp: Pick<TestApp, 'rows'>, companyId: CompanyId): Promise<string> {
  const bound = referencedFileKeys.text
    .replaceAll('$1', String(companyId))
    .replaceAll('$2', `array(select '${companyId}/' || n from generate_series(1, 500) n)`)
  return queryPlanOf(testApp, bound, [], { analyzes: 'messages' })
}
