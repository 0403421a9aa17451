import { statement } from '../../platform/database/statement'

export interface SupportContactRow {
  name: string
  email: string | null
  phone: string | null
}

/** One row for the whole platform. */
export const keepSupportContact = statement<
  { name: string; email: string | null; phone: string | null },
  SupportContactRow
>(
  'companies.keepSupportContact',
  `
  insert into support_contact (name, email, phone) values (:name, :email, :phone)
  on conflict (id) do update set name = excluded.name, email = excluded.email, phone = excluded.phone
  returning name, email, phone
  `,
)
