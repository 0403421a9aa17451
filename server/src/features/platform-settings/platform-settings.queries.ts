import { statement } from '../../platform/database/statement'

export type PlatformSettingKey = 'whatsappVersion'

export const platformSetting = statement<{ key: PlatformSettingKey }, { value: string }>(
  'platformSettings.get',
  'select value from platform_settings where key = :key',
)

export const savePlatformSetting = statement<{ key: PlatformSettingKey; value: string; at: Date }>(
  'platformSettings.save',
  `
  insert into platform_settings (key, value, updated_at) values (:key, :value, :at)
  on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at
  `,
)

/** Locks one setting, so that its changes run one after another and audit entries have the right previous value. */
export const lockPlatformSetting = statement<{ key: PlatformSettingKey }, { locked: null }>(
  'platformSettings.lock',
  `select pg_advisory_xact_lock(hashtext('platform setting'), hashtext(:key)) as locked`,
)
