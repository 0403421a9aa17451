import type { CompanyId } from '@balcao/domain/ids'
import type { MessageRetention } from '@balcao/domain/message-retention'
import { statement } from '../../platform/database/statement'

export interface SettingRow {
  id: number
  key: string
  /** Sealed when the key is a credential's. */
  value: string
}

export const settingsByKeys = statement<[keys: string[]], SettingRow>(
  'settings.byKeys',
  `
  select id, key, value from settings where key = any ($1)
  `,
)

export const saveSetting = statement<[key: string, value: string], SettingRow>(
  'settings.save',
  `
  insert into settings (company_id, key, value)
  values (current_company(), $1, $2)
  on conflict (company_id, key) do update set value = excluded.value
  returning id, key, value
  `,
)

/** For a company that is being made, before anybody can act in it. */
export const insertSettings = statement<[companyId: CompanyId, keys: string[], values: string[]]>(
  'settings.insertAll',
  `
  insert into settings (company_id, key, value)
  select $1, s.key, s.value
  from unnest($2::text[], $3::text[]) with ordinality as s (key, value, position)
  order by s.position
  on conflict (company_id, key) do nothing
  `,
)

/** Over all companies: those that keep conversations for some months only. */
export const companiesThatForget = statement<[], { company_id: CompanyId; retention: MessageRetention }>(
  'settings.companiesThatForget',
  `
  select company_id, value as retention from settings where key = 'messageRetention' and value <> 'forever'
  order by company_id
  `,
)
