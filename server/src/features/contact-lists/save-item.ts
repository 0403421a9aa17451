import type { CompanyId, ContactListId, ContactListItemId } from '@balcao/domain/ids'
import { canonicalPhone, parsePhone } from '@balcao/domain/phone-number'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import { enqueueContactListNumberChecks, numberCheckResultOfAnswer } from './check-numbers'
import {
  type ContactListItemRow,
  contactListItemOfPhone,
  insertContactListItem,
  removeContactListItem,
  saveContactListItem,
} from './contact-list-items.queries'
import { contactListToChange, listItemToChange } from './contact-lists.access'
import { recordContactListCounters, recordListItemChange } from './contact-lists.events'
import { contactListItemView } from './contact-lists.view'

/** A number and WhatsApp's answer; `isValid` is null when it could not be checked. */
export interface CheckedNumber {
  readonly number: string
  readonly isValid: boolean | null
}

type ListItemForm = Pick<ContactListItemRow, 'name' | 'number' | 'email'>

/** Adds Brazil's country code to a number without one, as the import of a spreadsheet does. */
export function numberWithCountryCode(typed: string): string {
  return parsePhone(typed) ?? typed
}

/** Returns WhatsApp's spelling of the number. A failed check is repeated later; a user id needs no check. */
export async function checkNumberOnWhatsapp(
  directory: WhatsappDirectory,
  companyId: CompanyId,
  typed: string,
): Promise<CheckedNumber> {
  const number = numberWithCountryCode(typed)
  if (isBusinessScopedUserId(number)) return { number, isValid: true }
  const found = await directory.lookUp(companyId, number).catch(() => 'unreachable' as const)
  if (found === 'unreachable') return { number, isValid: null }
  return numberCheckResultOfAnswer(found, number)
}

/** Adds a contact to a list. Refuses a number that the list has already, in any spelling. */
export async function addListItem(
  work: CompanyWork,
  listId: ContactListId,
  { name, email }: ListItemForm,
  { number, isValid }: CheckedNumber,
): Promise<ContactListItemRow> {
  await contactListToChange(work, listId)
  const item = await work.db.row(insertContactListItem, {
    listId,
    name,
    number,
    phone: canonicalPhone(number),
    email,
    isValid: isValid === true,
    checkedAt: isValid === null ? null : work.now,
    at: work.now,
  })
  if (item === null) throw refuse('ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS')
  return recordSaved(work, item, 'create')
}

/** Changes a row of a list. `asked` is WhatsApp's answer about a new number; null: the number stays the same. */
export async function changeListItem(
  work: CompanyWork,
  id: ContactListItemId,
  { name, email }: ListItemForm,
  asked: CheckedNumber | null,
): Promise<ContactListItemRow> {
  const before = await listItemToChange(work, id)
  const number = asked?.number ?? before.number
  const phone = canonicalPhone(number)
  const holder = await work.db.row(contactListItemOfPhone, { listId: before.contact_list_id, phone })
  if (holder !== null && holder.id !== id) throw refuse('ERR_CONTACTLIST_NUMBER_ALREADY_EXISTS')

  const known = asked === null ? knownOf(before) : answerOf(asked, work.now)
  const item = await work.db.one(saveContactListItem, {
    id,
    name,
    number,
    phone,
    email,
    ...known,
    at: work.now,
  })
  return recordSaved(work, item, 'update')
}

export async function deleteListItem(work: CompanyWork, id: ContactListItemId): Promise<void> {
  const { contact_list_id: listId } = await listItemToChange(work, id)
  await work.db.run(removeContactListItem, { id })
  await recordContactListCounters(work, [listId])
  recordListItemChange(work, { action: 'delete', id, contactListId: listId })
}

type KnownItem = { isValid: boolean; checkedAt: Date | null; isDue: boolean }

function knownOf({ is_whatsapp_valid, checked_at, is_check_due }: ContactListItemRow): KnownItem {
  return { isValid: is_whatsapp_valid, checkedAt: checked_at, isDue: is_check_due }
}

function answerOf({ isValid }: CheckedNumber, now: Date): KnownItem {
  return { isValid: isValid === true, checkedAt: isValid === null ? null : now, isDue: isValid === null }
}

async function recordSaved(
  work: CompanyWork,
  item: ContactListItemRow,
  action: 'create' | 'update',
): Promise<ContactListItemRow> {
  if (item.is_check_due) enqueueContactListNumberChecks(work)
  await recordContactListCounters(work, [item.contact_list_id])
  recordListItemChange(work, { action, record: contactListItemView(item) })
  return item
}
