import type { CampaignId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { campaignChanged } from './campaigns.events'
import { type CampaignRow, campaignsByIds, finishCampaigns } from './campaigns.queries'
import { unsignedCampaign } from './campaigns.view'

/** Finishes campaigns without a contact left (CAMP-05), records an event for each, and returns the rows by id. */
export async function finishExhaustedCampaigns(
  work: CompanyWork,
  ids: readonly CampaignId[],
  action: 'create' | 'update' = 'update',
): Promise<CampaignRow[]> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) return []
  await work.db.rows(finishCampaigns, { ids: unique, at: work.now })
  const rows = await work.db.rows(campaignsByIds, { ids: unique })
  for (const row of rows) work.record(campaignChanged, { action, campaign: unsignedCampaign(row) })
  return rows
}

export async function finishExhaustedCampaign(
  work: CompanyWork,
  id: CampaignId,
  action: 'create' | 'update' = 'update',
): Promise<CampaignRow> {
  const [row] = await finishExhaustedCampaigns(work, [id], action)
  if (row === undefined) throw new Error(`campaign ${id} disappeared during its transaction`)
  return row
}
