import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from './contacts.queries'

export const fetchGroupNameTask = 'contacts.nameGroup'

/** Enqueues the job that asks WhatsApp for the subject of a group; the job key replaces a waiting duplicate. */
export function enqueueGroupNameFetch(
  work: Pick<CompanyWork, 'enqueue' | 'companyId'>,
  { id }: ContactRow,
): void {
  const key = `subject ${work.companyId} ${id}`
  work.enqueue({ task: fetchGroupNameTask, payload: { contactId: id }, key })
}
