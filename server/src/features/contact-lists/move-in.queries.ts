import { insertRowsStatement } from '../../platform/database/insert-rows'

export const insertMovedContactLists = insertRowsStatement(
  'contactLists.insertMoved',
  'contact_lists',
  'id, name, created_at, updated_at, item_count, valid_count, invalid_count, due_count',
)

/** Inserts imported rows of contact lists, except numbers that the list already has. */
export const insertMovedListItems = insertRowsStatement<{ id: number }>(
  'contactLists.insertMovedItems',
  'contact_list_items',
  `id, contact_list_id, name, number, phone, email, is_whatsapp_valid, checked_at, is_check_due, created_at, updated_at`,
  'on conflict (company_id, contact_list_id, phone) do nothing returning id',
)
