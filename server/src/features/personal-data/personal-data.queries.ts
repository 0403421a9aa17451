import type { ContactId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface PersonalDataExportRow {
  id: number
  contact_id: ContactId
  state: 'running' | 'done' | 'failed'
  total: number
  done: number
  file_keys: string[]
  zip_sizes: number[]
  created_at: Date
  expires_at: Date | null
  user_name: string | null
}

const personalDataColumns = `
  e.id, e.contact_id, e.state, e.total, e.done, e.file_keys, e.zip_sizes::float8[] as zip_sizes, e.created_at,
  e.expires_at,
  (select u.name from users u where u.company_id = e.company_id and u.id = e.user_id) as user_name`

/** Inserts a running export. `total` counts the contact's messages and their files, for the progress bar. */
export const insertPersonalDataExport = statement<
  { contactId: ContactId; userId: number; at: Date },
  PersonalDataExportRow
>(
  'personalData.insert',
  `
  insert into personal_data_exports as e (company_id, contact_id, user_id, state, total, created_at)
  select current_company(), :contactId, :userId, 'running',
    (select count(*) + count(m.media ->> 'key') from messages m where m.contact_id = :contactId)
      + (select count(*) + count(m.media ->> 'key') from messages m where m.author_contact_id = :contactId
        and m.contact_id <> :contactId),
    :at
  returning ${personalDataColumns}
  `,
)

export const personalDataExportOfContact = statement<{ contactId: ContactId }, PersonalDataExportRow>(
  'personalData.ofContact',
  `select ${personalDataColumns} from personal_data_exports e where e.contact_id = :contactId`,
)

export const lockPersonalDataExport = statement<{ id: number }, PersonalDataExportRow>(
  'personalData.lock',
  `select ${personalDataColumns} from personal_data_exports e where e.id = :id for update of e`,
)

/** Advances a running export. No row: it is no longer running. */
export const advancePersonalDataExport = statement<{ id: number; done: number }, PersonalDataExportRow>(
  'personalData.advance',
  `
  update personal_data_exports as e set done = :done where e.id = :id and e.state = 'running' returning ${personalDataColumns}
  `,
)

export const finishPersonalDataExport = statement<
  { id: number; fileKeys: readonly string[]; fileSizes: readonly number[]; at: Date; expiresAt: Date },
  PersonalDataExportRow
>(
  'personalData.finish',
  `
  update personal_data_exports as e
  set state = 'done', done = total, file_keys = :fileKeys::text[], zip_sizes = :fileSizes::bigint[],
    finished_at = :at, expires_at = :expiresAt
  where e.id = :id and e.state = 'running'
  returning ${personalDataColumns}
  `,
)

export const failPersonalDataExport = statement<{ id: number; at: Date }, PersonalDataExportRow>(
  'personalData.fail',
  `
  update personal_data_exports as e set state = 'failed', finished_at = :at
  where e.id = :id and e.state = 'running'
  returning ${personalDataColumns}
  `,
)

export const deletePersonalDataExport = statement<{ id: number }, { file_keys: string[] }>(
  'personalData.delete',
  'delete from personal_data_exports where id = :id returning file_keys',
)

export const deletePersonalDataExportsOfContact = statement<
  { contactId: ContactId },
  { file_keys: string[] }
>(
  'personalData.deleteOf',
  'delete from personal_data_exports where contact_id = :contactId returning file_keys',
)
