import { statement } from '../../platform/database/statement'

export const lidsOfContacts = statement<
  { contactIds: readonly number[] },
  { contact_id: number; value: string }
>(
  'contacts.lidsOf',
  `select contact_id, value from contact_addresses where kind = 'lid' and contact_id = any (:contactIds::int[])`,
)
