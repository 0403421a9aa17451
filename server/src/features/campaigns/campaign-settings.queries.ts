import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import { type NoParams, statement } from '../../platform/database/statement'

export interface CampaignSettingsRow {
  message_interval: number
  longer_interval_after: number
  greater_interval: number
  variables: CampaignVariable[]
  opt_out_word: string
}

export const ownSettings = statement<NoParams, CampaignSettingsRow>(
  'campaigns.settings',
  `
  select message_interval, longer_interval_after, greater_interval, variables, opt_out_word from campaign_settings
  `,
)

export const saveSettings = statement<{
  messageInterval: number
  longerIntervalAfter: number
  greaterInterval: number
  variables: string
  optOutWord: string
  at: Date
}>(
  'campaigns.saveSettings',
  `
  insert into campaign_settings
    (company_id, message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at)
  values (current_company(), :messageInterval, :longerIntervalAfter, :greaterInterval, :variables::jsonb, :optOutWord,
    :at)
  on conflict (company_id) do update
  set message_interval = :messageInterval, longer_interval_after = :longerIntervalAfter,
    greater_interval = :greaterInterval, variables = :variables::jsonb,
    opt_out_word = :optOutWord, updated_at = :at
  `,
)
