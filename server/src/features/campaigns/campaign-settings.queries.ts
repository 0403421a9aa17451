import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { statement } from '../../platform/database/statement'

export interface CampaignSettingsRow {
  message_interval: number
  longer_interval_after: number
  greater_interval: number
  variables: CampaignVariable[]
  opt_out_word: string
}

export const ownSettings = statement<[], CampaignSettingsRow>(
  'campaigns.settings',
  `
  select message_interval, longer_interval_after, greater_interval, variables, opt_out_word from campaign_settings
  `,
)

export const saveSettings = statement<
  [
    messageInterval: number,
    longerIntervalAfter: number,
    greaterInterval: number,
    variables: string,
    optOutWord: string,
    at: Date,
  ]
>(
  'campaigns.saveSettings',
  `
  insert into campaign_settings
    (company_id, message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at)
  values (current_company(), $1, $2, $3, $4::jsonb, $5, $6)
  on conflict (company_id) do update
  set message_interval = $1, longer_interval_after = $2, greater_interval = $3, variables = $4::jsonb,
    opt_out_word = $5, updated_at = $6
  `,
)
