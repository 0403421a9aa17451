import type { ContactId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import {
  type ContactRow,
  type ContactWithConnectionRow,
  contactsByIds,
  countTicketsOfContacts,
  lockContactsByIds,
} from './contacts.queries'
import { mergeContacts, planContactMerge } from './merge-contacts'

export async function previewContactMerge(work: CompanyWork, ids: readonly [ContactId, ContactId]) {
  const [rows, counts] = await Promise.all([
    work.db.rows(contactsByIds, { contactIds: ids }),
    work.db.rows(countTicketsOfContacts, { contactIds: ids }),
  ])
  const { kept, gone, merged } = planContactMerge(...pairOf(rows, ids))
  const ticketsOf = ({ id }: ContactRow) => counts.find(({ contact_id }) => contact_id === id)
  return {
    kept,
    gone,
    merged,
    tickets: { kept: ticketsOf(kept)?.tickets ?? 0, gone: ticketsOf(gone)?.tickets ?? 0 },
    bothLive: counts.filter(({ live }) => live > 0).length === 2,
  }
}

/** Merges two contacts on a user's request. Of two concurrent requests, the second is refused: one contact is gone. */
export async function mergeContactsByHand(
  work: CompanyWork,
  ids: readonly [ContactId, ContactId],
): Promise<ContactWithConnectionRow> {
  const [one, other] = pairOf(await work.db.rows(lockContactsByIds, { contactIds: ids }), ids)

  const merged = await mergeContacts(work, one, other)
  const goneId = merged.id === one.id ? other.id : one.id
  await recordAudit(work, { act: 'contacts.merged', subject: { id: merged.id }, detail: { goneId } })
  return merged
}

/** Checks the two contacts of a merge, and refuses a group. The older one comes first, which is the lock order. */
function pairOf<Row extends ContactRow>(
  [one, other]: readonly Row[],
  ids: readonly [ContactId, ContactId],
): readonly [one: Row, other: Row] {
  if (one === undefined || (other === undefined && ids[0] !== ids[1])) throw refuse('ERR_NO_CONTACT_FOUND')
  if (other === undefined || one.is_group || other.is_group) throw refuse('ERR_CONTACTS_CANNOT_MERGE')
  return [one, other]
}
