import { insertRowsStatement, setMissingFilesStatement } from '../../platform/database/insert-rows'

export const insertMovedCampaigns = insertRowsStatement(
  'campaigns.insertMoved',
  'campaigns',
  `id, name, messages, confirmation_messages, status, confirmation, scheduled_at, completed_at, connection_id,
    contact_list_id, file_list_id, media, created_at, updated_at`,
)

/** Inserts imported contacts of campaigns, except numbers that the campaign already has. */
export const insertMovedShipping = insertRowsStatement<{ id: number }>(
  'campaigns.insertMovedShipping',
  'campaign_shipping',
  `id, campaign_id, item_id, name, number, phone, email, is_valid, state, attempts, confirmation_requested_at, confirmed_at,
    delivered_at, created_at, updated_at`,
  'on conflict (company_id, campaign_id, phone) do nothing returning id',
)

export const insertMovedCampaignSettings = insertRowsStatement(
  'campaigns.insertMovedSettings',
  'campaign_settings',
  'message_interval, longer_interval_after, greater_interval, variables, opt_out_word, updated_at',
  'on conflict do nothing',
)

export const attachFilesOfCampaigns = setMissingFilesStatement('campaigns.attachMoved', 'campaigns')
