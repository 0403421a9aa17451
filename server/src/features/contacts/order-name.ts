import type { CompanyWork } from '../../platform/work'
import type { ContactRow } from './contacts.queries'

export const nameGroupTask = 'contacts.nameGroup'

/** Orders that WhatsApp be asked what a group is called; a repeated order replaces a waiting one. */
export function orderName(work: Pick<CompanyWork, 'enqueue' | 'companyId'>, { id }: ContactRow): void {
  const key = `subject ${work.companyId} ${id}`
  work.enqueue({ task: nameGroupTask, payload: { contactId: id }, key })
}
