import type { CampaignId, ContactId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

/** Copies the contacts of a campaign before its deletion, because those written to after `since` may still opt out. */
export const insertPastRecipients = statement<{ campaignId: CampaignId; since: Date }>(
  'campaigns.insertPastRecipients',
  `
  insert into campaign_writings
    (company_id, contact_id, campaign_name, name, number, phone, message_id, written_at)
  select s.company_id, s.contact_id, c.name, s.name, s.number, s.phone,
    coalesce(s.message_id, s.confirmation_message_id), coalesce(s.delivered_at, s.confirmation_requested_at)
  from campaign_shipping s
  join campaigns c on c.company_id = s.company_id and c.id = s.campaign_id
  where s.campaign_id = :campaignId and s.contact_id is not null
    and coalesce(s.delivered_at, s.confirmation_requested_at) > :since
  `,
)

export const movePastRecipientsToContact = statement<{ from: ContactId; to: ContactId }>(
  'campaigns.moveWrittenContactsTo',
  `update campaign_writings set contact_id = :to where contact_id = :from`,
)

export const erasePastRecipients = statement<{ contactId: ContactId; phones: readonly string[] }>(
  'campaigns.eraseWritings',
  `delete from campaign_writings where contact_id = :contactId or phone = any (:phones)`,
)

/** Runs across all companies: deletes contacts of deleted campaigns whose time to answer with an opt-out is over. */
export const purgePastRecipients = statement<{ before: Date; limit: number }, { id: number }>(
  'campaigns.purgeWritings',
  `
  with old as (
    select company_id, id from campaign_writings
    where written_at < :before
    order by written_at
    limit :limit
    for update skip locked
  )
  delete from campaign_writings w using old where w.company_id = old.company_id and w.id = old.id
  returning w.id
  `,
)
