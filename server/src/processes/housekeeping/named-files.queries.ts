import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { platformFolderId } from '../../platform/files/file-store'

interface KeyColumn {
  readonly from: string
  readonly key: string
  /** The SQL expression of the company's id. Absent: the column `company_id`. */
  readonly company?: string
}

/**
 * All columns with file keys. The sweep deletes files that none of them contains, so `sweep-files.test.ts`
 * compares the list with the database's catalogue.
 */
const keyColumns: readonly KeyColumn[] = [
  { from: 'messages', key: `media ->> 'key'` },
  { from: 'messages', key: `media ->> 'thumbnailKey'` },
  { from: 'messages', key: `media ->> 'whatsappKey'` },
  { from: 'messages', key: `media ->> 'compatibleKey'` },
  { from: 'contacts', key: 'picture_key' },
  { from: 'quick_messages', key: `media ->> 'key'` },
  { from: 'chat_messages', key: `media ->> 'key'` },
  { from: 'schedules', key: `media ->> 'key'` },
  { from: 'campaigns', key: `media ->> 'key'` },
  { from: 'file_list_options', key: `media ->> 'key'` },
  { from: 'personal_data_exports, unnest(file_keys) as k (key)', key: 'k.key' },
  { from: 'move_outs, unnest(file_keys) as k (key)', key: 'k.key' },
  { from: 'announcements', key: `media ->> 'key'`, company: String(platformFolderId) },
]

const ofCompany = keyColumns.map(
  ({ from, key, company = 'company_id' }) =>
    `select ${key} as key from ${from} where ${company} = :companyId::int and ${key} = any (:keys::text[])`,
)

export const referencedFileKeys = statement<
  { companyId: CompanyId; keys: readonly string[] },
  { key: string }
>(
  'housekeeping.namedFiles',
  `
  ${ofCompany.join('\n  union all\n  ')}
  `,
)

/**
 * Returns which of these companies belong to this database. The platform's folder, with the files of
 * announcements, counts as a company except in a cell: all cells may share that folder, so none may sweep it.
 */
export const companiesServedHere = statement<{ companies: readonly CompanyId[] }, { id: CompanyId }>(
  'housekeeping.filesBelongHere',
  `
  select id from companies where id = any (:companies::int[])
  union all
  select ${platformFolderId} where ${platformFolderId} = any (:companies::int[]) and not exists (select from cell)
  `,
)

/**
 * Returns SQL for the distinct file keys in our tables. `tables` names those that exist, because a database
 * that is not migrated yet lacks some.
 */
export function allReferencedFilesSql(tables: readonly string[]): string {
  const there = keyColumns.filter(({ from }) =>
    tables.some((name) => from === name || from.startsWith(`${name},`)),
  )
  return there
    .map(({ from, key }) => `select ${key} as key from ${from} where ${key} is not null`)
    .join('\n  union\n  ')
}
