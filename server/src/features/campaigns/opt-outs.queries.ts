import type { CampaignId, OptOutId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface OptOutRow {
  id: OptOutId
  name: string
  number: string
  word: string | null
  is_from_whatsapp: boolean
  campaign_id: CampaignId | null
  campaign_name: string | null
  created_at: Date
}

const optOutColumns = `o.id, o.name, o.number, o.word, o.is_from_whatsapp, o.campaign_id, c.name as campaign_name, o.created_at`
const campaign = `left join campaigns c on c.company_id = o.company_id and c.id = o.campaign_id`
const matchesFilter = `(:words = '' or position(plain_text(:words) in plain_text(o.name)) > 0
      or (:digits::text is not null and position(:digits in o.number) > 0))`

export const optOutsPage = statement<
  { words: string; digits: string | null; limit: number; offset: number },
  OptOutRow
>(
  'campaigns.optOutsPage',
  `
  select ${optOutColumns} from campaign_opt_outs o ${campaign}
    where ${matchesFilter} order by o.id desc limit :limit offset :offset
  `,
)

export const countOptOuts = statement<{ words: string; digits: string | null }, { count: number }>(
  'campaigns.countOptOuts',
  `select count(*)::int as count from campaign_opt_outs o where ${matchesFilter}`,
)

export const optOutById = statement<{ id: OptOutId }, OptOutRow>(
  'campaigns.optOutById',
  `select ${optOutColumns} from campaign_opt_outs o ${campaign} where o.id = :id`,
)

/** The opt-outs stored under these canonical numbers or user ids. */
export const optOutsOfAddresses = statement<
  { phones: readonly string[] },
  Pick<OptOutRow, 'name' | 'word' | 'is_from_whatsapp' | 'campaign_id'> & { phone: string }
>(
  'campaigns.optOutsOfAddresses',
  `
  select name, phone, word, is_from_whatsapp, campaign_id from campaign_opt_outs
  where phone = any (:phones::text[]) order by id
  `,
)

export type NewOptOut = {
  name: string
  number: string
  phone: string
  word: string | null
  isFromWhatsapp: boolean
  campaignId: CampaignId | null
}

/**
 * Inserts an opt-out. No row: the number has opted out already. An opt-out by a person's message or by a user
 * replaces one that WhatsApp reported, so that resuming marketing messages at WhatsApp does not undo it.
 */
export const insertOptOut = statement<NewOptOut & { at: Date }, { id: OptOutId; is_new: boolean }>(
  'campaigns.insertOptOut',
  `
  insert into campaign_opt_outs as o
    (company_id, name, number, phone, word, is_from_whatsapp, campaign_id, created_at)
  values (current_company(), :name, :number, :phone, :word, :isFromWhatsapp, :campaignId, :at)
  on conflict (company_id, phone) do update
  set name = excluded.name, word = excluded.word, is_from_whatsapp = false, campaign_id = excluded.campaign_id,
    created_at = excluded.created_at
  where o.is_from_whatsapp and not excluded.is_from_whatsapp
  returning o.id, o.xmax = 0 as is_new
  `,
)

export const removeOptOut = statement<{ id: OptOutId }, { id: OptOutId }>(
  'campaigns.removeOptOut',
  `delete from campaign_opt_outs where id = :id returning id`,
)

/** Deletes the opt-outs that WhatsApp reported. Opt-outs that a person wrote here, or a user added, stay. */
export const deleteReportedOptOuts = statement<{ phones: readonly string[] }, { id: OptOutId }>(
  'campaigns.resumeOptOuts',
  `delete from campaign_opt_outs where phone = any (:phones::text[]) and is_from_whatsapp returning id`,
)

export const eraseOptOuts = statement<{ phones: readonly string[] }, { id: OptOutId }>(
  'campaigns.eraseOptOuts',
  `delete from campaign_opt_outs where phone = any (:phones) returning id`,
)
