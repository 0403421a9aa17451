import type { ContactListItemView, ContactListView } from '@balcao/contract/contact-lists'
import type { ContactListItemRow } from './contact-list-items.queries'
import type { ContactListRow } from './contact-lists.queries'

export function contactListView(row: ContactListRow): ContactListView {
  return {
    id: row.id,
    name: row.name,
    contactsCount: row.item_count,
    validCount: row.valid_count,
    invalidCount: row.invalid_count,
    dueCount: row.due_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function contactListItemView(row: ContactListItemRow): ContactListItemView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    isWhatsappValid: row.is_whatsapp_valid,
    checkedAt: row.checked_at?.toISOString() ?? null,
    isCheckDue: row.is_check_due,
    contactListId: row.contact_list_id,
    companyId: row.company_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
