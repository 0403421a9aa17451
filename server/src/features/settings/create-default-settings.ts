import type { CompanyId } from '@balcao/domain/ids'
import { settingKeys, settings } from '@balcao/domain/settings'
import type { PlatformWork } from '../../platform/work'
import { insertSettings } from './settings.queries'

/** Gives a new company its settings. */
export async function createDefaultSettings({ db }: PlatformWork, companyId: CompanyId): Promise<void> {
  await db.run(insertSettings, [
    companyId,
    [...settingKeys],
    settingKeys.map((key) => settings[key].byDefault),
  ])
}
