import type { CompanyWork } from '../../platform/work'
import { settingChanged } from './settings.events'
import { saveSetting } from './settings.queries'
import { settingOf, settingView } from './settings.read'

/** Sets whether the company sees campaigns; this setting is the only source of it (COMPANY-15). True: it changed. */
export async function setCampaigns(work: CompanyWork, isEnabled: boolean): Promise<boolean> {
  const value = isEnabled ? 'true' : 'false'
  if ((await settingOf(work, 'campaignsEnabled')) === value) return false

  const setting = settingView(
    await work.db.one(saveSetting, { key: 'campaignsEnabled', value, at: work.now }),
  )

  work.record(settingChanged, { setting })
  return true
}
