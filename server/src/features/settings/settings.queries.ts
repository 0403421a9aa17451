import type { CompanyId } from '@balcao/domain/ids'
import type { MessageRetention } from '@balcao/domain/message-retention'
import { type NoParams, statement } from '../../platform/database/statement'

export interface SettingRow {
  id: number
  key: string
  /** The value of the setting, encrypted if it is a credential. */
  value: string
}
/** A setting with its times. A setting that is a column of the company has no times. */
export interface SettingRowWithTimes extends SettingRow {
  created_at: Date
  updated_at: Date
}

const settingColumns = 'id, key, value, created_at, updated_at'

export const settingsByKeys = statement<{ keys: string[] }, SettingRowWithTimes>(
  'settings.byKeys',
  `select ${settingColumns} from settings where key = any (:keys)`,
)

export const saveSetting = statement<{ key: string; value: string; at: Date }, SettingRowWithTimes>(
  'settings.save',
  `
  insert into settings (company_id, key, value, created_at, updated_at)
  values (current_company(), :key, :value, :at, :at)
  on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at
  returning ${settingColumns}
  `,
)

/** Inserts the settings of a new company. Takes the company's id, because no transaction runs in that company yet. */
export const insertSettingsOfNewCompany = statement<{
  companyId: CompanyId
  keys: string[]
  values: string[]
  at: Date
}>(
  'settings.insertAll',
  `
  insert into settings (company_id, key, value, created_at, updated_at)
  select :companyId, s.key, s.value, :at, :at
  from unnest(:keys::text[], :values::text[]) with ordinality as s (key, value, position)
  order by s.position
  on conflict (company_id, key) do nothing
  `,
)

export const companiesWithMessageRetention = statement<
  NoParams,
  { company_id: CompanyId; retention: MessageRetention }
>(
  'settings.companiesWithMessageRetention',
  `
  select company_id, value as retention from settings where key = 'messageRetention' and value <> 'forever'
  order by company_id
  `,
)
