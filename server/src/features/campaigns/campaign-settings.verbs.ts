import { type CampaignSettings, defaultCampaignSettings } from '@balcao/domain/campaign-settings'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { campaignSettingsChanged } from './campaigns.events'
import { saveCampaignSettingsRow, storedCampaignSettings } from './campaigns.queries'
import { campaignSettingsView } from './campaigns.view'

/** The company's own settings, else the defaults (CAMP-24). */
export async function campaignSettings({ db }: Pick<CompanyWork, 'db'>): Promise<CampaignSettings> {
  const row = await db.row(storedCampaignSettings)
  if (row === null) return defaultCampaignSettings
  return {
    messageInterval: row.message_interval,
    longerIntervalAfter: row.longer_interval_after,
    greaterInterval: row.greater_interval,
    variables: row.variables,
    optOutWord: row.opt_out_word,
  }
}

type CampaignSettingChange = { readonly [key in keyof CampaignSettings]?: CampaignSettings[key] | undefined }

/** Changes only the settings in the request; running campaigns apply them from their next contact. */
export async function changeCampaignSettings(
  work: PersonWork,
  change: CampaignSettingChange,
): Promise<CampaignSettings> {
  const before = await campaignSettings(work)
  const next: CampaignSettings = {
    messageInterval: change.messageInterval ?? before.messageInterval,
    longerIntervalAfter: change.longerIntervalAfter ?? before.longerIntervalAfter,
    greaterInterval: change.greaterInterval ?? before.greaterInterval,
    variables: change.variables ?? before.variables,
    optOutWord: change.optOutWord ?? before.optOutWord,
  }
  await work.db.run(saveCampaignSettingsRow, {
    ...next,
    variables: JSON.stringify(next.variables),
    at: work.now,
  })

  const { messageInterval, longerIntervalAfter, greaterInterval, variables } = next
  await recordAudit(work, {
    act: 'campaigns.settingsChanged',
    detail: { messageInterval, longerIntervalAfter, greaterInterval, variables: variables.length },
  })
  work.record(campaignSettingsChanged, { record: campaignSettingsView(next) })
  return next
}
