import type { CompanyId } from '@balcao/domain/ids'
import { type SettingKey, type SettingValue, settingKeys, settings } from '@balcao/domain/settings'
import type { PlatformWork } from '../../platform/work'
import { insertSettings } from './settings.queries'

/** Writes the settings of a new company: the defaults, overridden by the chosen values. */
export async function createDefaultSettings(
  { db, now }: PlatformWork,
  companyId: CompanyId,
  chosen: { readonly [Key in SettingKey]?: SettingValue<Key> } = {},
): Promise<void> {
  await db.run(insertSettings, {
    companyId,
    keys: [...settingKeys],
    values: settingKeys.map((key) => chosen[key] ?? settings[key].byDefault),
    at: now,
  })
}
