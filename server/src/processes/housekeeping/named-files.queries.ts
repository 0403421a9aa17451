import type { CompanyId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { platformFolder } from '../../platform/files/file-store'

/**
 * Returns the keys that some row references. Every column with file keys must be listed here; otherwise the sweep
 * deletes needed files: `sweep-files.test.ts` compares the list with the catalogue.
 */
export const namedFiles = statement<{ companyId: CompanyId; keys: readonly string[] }, { key: string }>(
  'housekeeping.namedFiles',
  `
  select m.media ->> 'key' as key from messages m where m.company_id = :companyId
    and m.media ->> 'key' = any (:keys::text[])
  union all
  select m.media ->> 'thumbnailKey' from messages m where m.company_id = :companyId
    and m.media ->> 'thumbnailKey' = any (:keys)
  union all
  select m.media ->> 'whatsappKey' from messages m where m.company_id = :companyId
    and m.media ->> 'whatsappKey' = any (:keys)
  union all
  select m.media ->> 'compatibleKey' from messages m
  where m.company_id = :companyId and m.media ->> 'compatibleKey' = any (:keys)
  union all
  select c.picture_key from contacts c where c.company_id = :companyId and c.picture_key = any (:keys)
  union all
  select q.media ->> 'key' from quick_messages q where q.company_id = :companyId and q.media ->> 'key' = any (:keys)
  union all
  select m.media ->> 'key' from chat_messages m where m.company_id = :companyId and m.media ->> 'key' = any (:keys)
  union all
  select s.media ->> 'key' from schedules s where s.company_id = :companyId and s.media ->> 'key' = any (:keys)
  union all
  select c.media ->> 'key' from campaigns c where c.company_id = :companyId and c.media ->> 'key' = any (:keys)
  union all
  select o.media ->> 'key' from file_list_options o where o.company_id = :companyId and o.media ->> 'key' = any (:keys)
  union all
  select k.key from personal_data_exports e, unnest(e.file_keys) as k (key)
  where e.company_id = :companyId and k.key = any (:keys)
  union all
  select a.media ->> 'key' from announcements a where :companyId = ${platformFolder} and a.media ->> 'key' = any (:keys)
  `,
)
