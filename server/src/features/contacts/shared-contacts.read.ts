import type { ContactId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { peopleByIds, type SharedContact } from './shared-contacts.queries'

/** The people among these contacts whose cards may be sent; `number` is empty where only the LID is known. */
export function contactsToShare(
  work: Pick<CompanyWork, 'db'>,
  contactIds: readonly ContactId[],
): Promise<readonly SharedContact[]> {
  return work.db.rows(peopleByIds, { contactIds })
}
