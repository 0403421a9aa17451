import type { CampaignSkipReason, ShippingState } from '@balcao/domain/campaigns'
import type {
  CampaignId,
  ConnectionId,
  ContactId,
  ContactListId,
  ContactListItemId,
  MessageId,
  ShippingId,
  TicketId,
} from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { isUserIdSql } from '../contact-lists/user-id-sql'

export interface ShippingRow {
  id: ShippingId
  campaign_id: CampaignId
  name: string
  number: string
  email: string
  state: ShippingState
  reason: string | null
  delivered_at: Date | null
  received_at: Date | null
  read_at: Date | null
  failed_at: Date | null
  confirmation_requested_at: Date | null
  confirmed_at: Date | null
  contact_id: ContactId | null
  ticket_uuid: string | null
  created_at: Date
  updated_at: Date
}

const campaignShippingColumns = `
  s.id, s.campaign_id, s.name, s.number, s.email, s.state, s.reason, s.delivered_at, s.received_at, s.read_at,
  s.failed_at, s.confirmation_requested_at, s.confirmed_at, s.contact_id, t.uuid as ticket_uuid, s.created_at,
  s.updated_at`
const conversationColumns = `
  left join messages m on m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id)
  left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id`
const matchesFilter = `s.campaign_id = :campaignId
    and (:words = '' or position(plain_text(:words) in s.name_plain) > 0
      or (:digits::text is not null and position(:digits in s.number) > 0))
    and (:states::text[] is null or s.state = any (:states))`

const beginOfStep = (column: string) => `
      date_bin(:stepSeconds * interval '1 second', s.${column}, :startedAt) as ${column}`

/**
 * Prepares one row for each contact of the campaign's list (CAMP-17); `is_valid` is null until WhatsApp has checked the
 * number. `takesUserIds`: the connection can send to WhatsApp user ids; if not, contacts without a phone number are
 * skipped. Another run adds new contacts, and updates pending rows whose contact changed in the list.
 */
export const upsertShippingsOfList = statement<{
  campaignId: CampaignId
  listId: ContactListId
  takesUserIds: boolean
  at: Date
}>(
  'campaigns.prepare',
  `
  insert into campaign_shipping as s
    (company_id, campaign_id, item_id, name, number, phone, email, is_valid, state, reason, created_at,
      updated_at)
  select i.company_id, :campaignId, i.id, i.name, i.number, i.phone, i.email,
    case when w.is_unreachable then false when i.is_whatsapp_valid then true when i.is_check_due then null
      else false end,
    case when o.id is null and not w.is_unreachable and (i.is_whatsapp_valid or i.is_check_due) then 'pending'
      else 'skipped' end,
    case when o.id is not null then 'optedOut' when w.is_unreachable then 'noPhone'
      when i.is_whatsapp_valid or i.is_check_due then null
      when i.checked_at is null then 'unchecked' else 'invalid' end,
    :at, :at
  from contact_list_items i
  cross join lateral (select not :takesUserIds::boolean and ${isUserIdSql('i.phone')} as is_unreachable) w
  left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
  where i.contact_list_id = :listId
  order by i.id
  on conflict (company_id, campaign_id, phone) do update
  set item_id = excluded.item_id, name = excluded.name, number = excluded.number, email = excluded.email,
    is_valid = excluded.is_valid, state = excluded.state, reason = excluded.reason, updated_at = excluded.updated_at
  where s.state = 'pending' and (s.item_id, s.name, s.number, s.email, s.is_valid)
    is distinct from (excluded.item_id, excluded.name, excluded.number, excluded.email, excluded.is_valid)
  `,
)

/** Deletes skipped rows, so that a new start checks these contacts again. People who opted out at WhatsApp stay. */
export const deleteSkippedShipping = statement<{ campaignId: CampaignId }>(
  'campaigns.forgetSkipped',
  `
  delete from campaign_shipping
  where campaign_id = :campaignId and state = 'skipped'
    and reason in ('invalid', 'unchecked', 'optedOut', 'removed', 'noPhone', 'duplicate')
    and not (reason = 'optedOut' and coalesce(message_id, confirmation_message_id) is not null)
  `,
)

/**
 * Makes contacts pending again whose message WhatsApp refused for one of `reasons`. If the reason is also in `anew`, a
 * new message is written; otherwise the refused message is sent again.
 */
export const requeueRefusedShipping = statement<{
  campaignId: CampaignId
  reasons: readonly string[]
  anew: readonly string[]
  at: Date
}>(
  'campaigns.forgiveRefused',
  `
  update campaign_shipping
  set state = case when confirmed_at is not null then 'confirmed' else 'pending' end, reason = null, failed_at = null,
    attempts = 0, updated_at = :at,
    message_id = case when reason = any (:anew::text[]) then null else message_id end,
    confirmation_message_id = case when reason = any (:anew::text[]) and confirmed_at is null then null
      else confirmation_message_id end
  where campaign_id = :campaignId and state = 'failed' and reason = any (:reasons::text[])
  `,
)

export const shippingPage = statement<
  {
    campaignId: CampaignId
    words: string
    digits: string | null
    states: readonly ShippingState[] | null
    limit: number
    offset: number
  },
  ShippingRow
>(
  'campaigns.shippingPage',
  `
  select ${campaignShippingColumns}
  from (
    select s.company_id, s.id from campaign_shipping s where ${matchesFilter} order by s.id limit :limit offset :offset
  ) page
  join campaign_shipping s on s.company_id = page.company_id and s.id = page.id ${conversationColumns}
  order by s.id
  `,
)

export const countShipping = statement<
  { campaignId: CampaignId; words: string; digits: string | null; states: readonly ShippingState[] | null },
  { count: number }
>('campaigns.countShipping', `select count(*)::int as count from campaign_shipping s where ${matchesFilter}`)

export const shippingPageAfter = statement<
  {
    campaignId: CampaignId
    words: string
    digits: string | null
    states: readonly ShippingState[] | null
    after: ShippingId | null
    limit: number
  },
  ShippingRow
>(
  'campaigns.shippingAfter',
  `
  select ${campaignShippingColumns} from campaign_shipping s ${conversationColumns}
  where ${matchesFilter} and (:after::bigint is null or s.id > :after)
  order by s.id limit :limit
  `,
)

/**
 * Counts the events of each kind per time interval. The subquery first groups contacts whose events are in the same
 * intervals, so that the outer query reads few rows instead of 100,000.
 */
export const countShippingEventsOverTime = statement<
  { campaignId: CampaignId; startedAt: Date; stepSeconds: number },
  { step: number; shipped: number; received: number; read: number; failed: number; confirmed: number }
>(
  'campaigns.overTime',
  `
  select (extract(epoch from h.at - :startedAt::timestamptz) / :stepSeconds::int)::int as step,
    coalesce(sum(g.contacts) filter (where h.what = 'shipped'), 0)::int as shipped,
    coalesce(sum(g.contacts) filter (where h.what = 'received'), 0)::int as received,
    coalesce(sum(g.contacts) filter (where h.what = 'read'), 0)::int as read,
    coalesce(sum(g.contacts) filter (where h.what = 'failed'), 0)::int as failed,
    coalesce(sum(g.contacts) filter (where h.what = 'confirmed'), 0)::int as confirmed
  from (
    select ${['delivered_at', 'received_at', 'read_at', 'failed_at', 'confirmed_at'].map(beginOfStep).join(',')},
      count(*) as contacts
    from campaign_shipping s
    where s.campaign_id = :campaignId
    group by 1, 2, 3, 4, 5
  ) g
  cross join lateral (values ('shipped', g.delivered_at), ('received', g.received_at), ('read', g.read_at),
    ('failed', g.failed_at), ('confirmed', g.confirmed_at)) as h (what, at)
  where h.at is not null
  group by 1 order by 1
  `,
)

export const recordConfirmationRequest = statement<{
  id: ShippingId
  contactId: ContactId
  messageId: MessageId
  at: Date
}>(
  'campaigns.recordConfirmationRequest',
  `
  update campaign_shipping
  set state = 'sending', contact_id = :contactId, confirmation_message_id = :messageId, reason = null, updated_at = :at
  where id = :id
  `,
)

export const recordCampaignMessage = statement<{
  id: ShippingId
  contactId: ContactId
  messageId: MessageId
  at: Date
}>(
  'campaigns.recordCampaignMessage',
  `
  update campaign_shipping
  set state = 'sending', contact_id = :contactId, message_id = :messageId, reason = null, updated_at = :at
  where id = :id
  `,
)

export const skipShipping = statement<{ id: ShippingId; reason: CampaignSkipReason; at: Date }>(
  'campaigns.skip',
  `update campaign_shipping set state = 'skipped', reason = :reason, updated_at = :at where id = :id`,
)

export const failShipping = statement<{ id: ShippingId; failure: string; at: Date }>(
  'campaigns.fail',
  `update campaign_shipping set state = 'failed', reason = :failure, failed_at = :at, updated_at = :at where id = :id`,
)

/** Counts an attempt that failed before the message was in the outbox. */
export const incrementShippingAttempts = statement<
  { id: ShippingId },
  { attempts: number; campaign_id: CampaignId }
>(
  'campaigns.countAttempt',
  `
  update campaign_shipping set attempts = attempts + 1
  where id = :id and state in ('pending', 'confirmed')
  returning attempts, campaign_id
  `,
)

/**
 * Raises contacts' states by acks, from `failed` too, after a retry. An ack of the confirmation question gives `asked`.
 */
export const applyAcksToShipping = statement<
  { messageIds: readonly MessageId[]; ack: number; at: Date },
  { id: ShippingId; campaign_id: CampaignId }
>(
  'campaigns.tick',
  `
  update campaign_shipping s
  set state = case
      when s.message_id is null or not s.message_id = any (:messageIds) then 'asked'
      when :ack::int >= 3 then 'read' when :ack = 2 then 'delivered' else 'sent' end,
    reason = null, failed_at = null, attempts = 0, updated_at = :at,
    confirmation_requested_at = case
      when s.confirmation_message_id = any (:messageIds) then coalesce(s.confirmation_requested_at, :at)
      else s.confirmation_requested_at end,
    delivered_at = case when s.message_id = any (:messageIds) then coalesce(s.delivered_at, :at) else s.delivered_at
      end,
    received_at = case when s.message_id = any (:messageIds) and :ack >= 2 then coalesce(s.received_at, :at)
      else s.received_at end,
    read_at = case when s.message_id = any (:messageIds) and :ack >= 3 then coalesce(s.read_at, :at) else s.read_at end
  where (s.message_id = any (:messageIds) and s.state in ('pending', 'confirmed', 'sending', 'failed', 'sent',
    'delivered'))
    or (s.confirmation_message_id = any (:messageIds) and s.message_id is null
      and s.state in ('pending', 'sending', 'failed'))
  returning s.id, s.campaign_id
  `,
)

/** Stores why WhatsApp refused a message; null: it is retried. A refusal of marketing by the person is an opt-out. */
export const recordShippingFailure = statement<
  { messageId: MessageId; failure: string | null; at: Date },
  { id: ShippingId; campaign_id: CampaignId; contact_id: ContactId | null }
>(
  'campaigns.recordShippingFailure',
  `
  update campaign_shipping s
  set state = case when :failure::text is null then 'sending'
      when :failure = 'ERR_WAPP_MSG_OPTED_OUT' then 'skipped' else 'failed' end,
    reason = case when :failure = 'ERR_WAPP_MSG_OPTED_OUT' then 'optedOut' else :failure end,
    failed_at = case when :failure is null or :failure = 'ERR_WAPP_MSG_OPTED_OUT' then null else :at::timestamptz end,
    updated_at = :at
  where s.delivered_at is null
    and (s.message_id = :messageId
      or (s.confirmation_message_id = :messageId and s.message_id is null and s.confirmation_requested_at is null))
    and s.state in ('pending', 'confirmed', 'sending', 'failed')
  returning s.id, s.campaign_id, s.contact_id
  `,
)

/**
 * Fails contacts whose message left the outbox but got no ack. A message over the official API (`wamid.` id) fails only
 * if it left before `takenBefore`, because its ack may arrive that late.
 */
export const failLostShipping = statement<
  { campaignIds: readonly CampaignId[]; failure: string; takenBefore: Date; at: Date },
  { campaign_id: CampaignId }
>(
  'campaigns.failLost',
  `
  update campaign_shipping s set state = 'failed', reason = :failure, failed_at = :at, updated_at = :at
  where s.campaign_id = any (:campaignIds) and s.state = 'sending'
    and (s.updated_at < :takenBefore or not exists (
      select from messages m
      where m.company_id = s.company_id and m.id = coalesce(s.message_id, s.confirmation_message_id)
        and m.whatsapp_id like 'wamid.%' and not m.is_deleted
    ))
  returning s.campaign_id
  `,
)

/**
 * Marks a number as unchecked, because the list no longer calls it valid. `applyNumberChecks` copies the next result.
 */
export const clearNumberCheck = statement<{ id: ShippingId; at: Date }>(
  'campaigns.doubtNumber',
  `update campaign_shipping set is_valid = null, updated_at = :at where id = :id`,
)

/**
 * Copies the results of finished number checks from the contact list, with each number as WhatsApp spells it. Contacts
 * that are invalid or no longer in the list become `skipped`.
 */
export const applyNumberChecks = statement<
  { campaignIds: readonly CampaignId[]; at: Date },
  { campaign_id: CampaignId }
>(
  'campaigns.applyNumberChecks',
  `
  update campaign_shipping s
  set is_valid = coalesce(i.is_whatsapp_valid, false), number = coalesce(i.number, s.number), updated_at = :at,
    state = case when i.is_whatsapp_valid then 'pending' else 'skipped' end,
    reason = case when i.is_whatsapp_valid then null when i.id is null then 'removed'
      when i.checked_at is null then 'unchecked' else 'invalid' end
  from campaign_shipping n
  left join contact_list_items i on i.company_id = n.company_id and i.id = n.item_id and i.phone = n.phone
  where n.campaign_id = any (:campaignIds) and n.state = 'pending' and n.is_valid is null
    and (i.id is null or not i.is_check_due)
    and s.company_id = n.company_id and s.id = n.id
  returning s.campaign_id
  `,
)

export const skipUnansweredConfirmations = statement<
  { campaignIds: readonly CampaignId[]; askedBefore: Date; at: Date },
  { campaign_id: CampaignId }
>(
  'campaigns.skipUnansweredConfirmations',
  `
  update campaign_shipping set state = 'skipped', reason = 'unanswered', updated_at = :at
  where campaign_id = any (:campaignIds) and state = 'asked' and confirmation_requested_at < :askedBefore
  returning campaign_id
  `,
)

/** Contacts become pending or confirmed again, after their messages were withdrawn from the outbox. */
export const revertWithdrawnShippings = statement<{ messageIds: readonly MessageId[]; at: Date }>(
  'campaigns.revertWithdrawnShippings',
  `
  update campaign_shipping
  set state = case when confirmed_at is not null then 'confirmed' else 'pending' end, updated_at = :at,
    message_id = case when message_id = any (:messageIds) then null else message_id end,
    confirmation_message_id = case when confirmation_message_id = any (:messageIds) then null
      else confirmation_message_id end
  where state = 'sending' and (message_id = any (:messageIds) or (confirmation_message_id = any (:messageIds)
    and message_id is null))
  `,
)

/** Contacts with a waiting outbox item of the campaign: the message, or files that follow a sent message. */
export const contactsWithQueuedOutboxItems = statement<
  { campaignId: CampaignId; connectionId: ConnectionId },
  { contact_id: ContactId }
>(
  'campaigns.contactsUnderWay',
  `
  select distinct s.contact_id
  from outbox o
  join campaign_shipping s on s.company_id = o.company_id and s.contact_id = o.contact_id
    and s.campaign_id = :campaignId
  where o.connection_id = :connectionId and o.priority > 0 and o.state = 'waiting' and s.contact_id is not null
  order by s.contact_id
  `,
)

export const connectionsSendingToPhone = statement<
  { phone: string },
  { connection_id: ConnectionId; contact_id: ContactId }
>(
  'campaigns.underWayTo',
  `
  select distinct c.connection_id, s.contact_id
  from campaign_shipping s
  join campaigns c on c.company_id = s.company_id and c.id = s.campaign_id
  where s.phone = :phone and s.state = 'sending' and s.contact_id is not null and c.connection_id is not null
  order by c.connection_id, s.contact_id
  `,
)

export interface CampaignContactRow {
  /** The contact's row of the campaign; null, like `campaign_id`, when the campaign was deleted. */
  id: ShippingId | null
  campaign_id: CampaignId | null
  name: string
  number: string
  phone: string
  is_asked: boolean
  written_at: Date | null
  /** The conversation of the campaign's latest message to the person; null: it was deleted. */
  ticket_id: TicketId | null
  /** Whether the campaign's message is the last one of its conversation. */
  spoke_last: boolean | null
  opt_out_word: string
}

/**
 * For each contact, the campaign that the contact's reply answers: the one with an open confirmation question, else the
 * one delivered last. Deleted campaigns count too.
 */
export const latestCampaignContacts = statement<
  { contactIds: readonly ContactId[] },
  CampaignContactRow & { contact_id: ContactId }
>(
  'campaigns.latestCampaignContacts',
  `
  select w.contact_id, w.id, w.campaign_id, w.name, w.number, w.phone, w.is_asked, w.written_at,
    t.id as ticket_id, t.last_message_id = m.id as spoke_last,
    coalesce((select g.opt_out_word from campaign_settings g where g.company_id = w.company_id), '') as opt_out_word
  from unnest(:contactIds::int[]) as n (contact_id)
  cross join lateral (
    select s.contact_id, s.company_id, s.id, s.campaign_id, s.name, s.number, s.phone, s.state = 'asked' as is_asked,
      coalesce(s.delivered_at, s.confirmation_requested_at) as written_at,
      coalesce(s.message_id, s.confirmation_message_id) as message_id
    from campaign_shipping s
    where s.contact_id = n.contact_id
    union all
    select d.contact_id, d.company_id, null, null, d.name, d.number, d.phone, false, d.written_at, d.message_id
    from campaign_writings d
    where d.contact_id = n.contact_id
    order by is_asked desc, written_at desc nulls last, id desc nulls last
    limit 1
  ) w
  left join messages m on m.company_id = w.company_id and m.id = w.message_id
  left join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  `,
)

export const confirmShipping = statement<{ id: ShippingId; at: Date }, { id: ShippingId }>(
  'campaigns.confirm',
  `
  update campaign_shipping set state = 'confirmed', confirmed_at = :at, updated_at = :at
  where id = :id and state = 'asked'
  returning id
  `,
)

export const skipDeclinedShipping = statement<{ id: ShippingId; at: Date }, { id: ShippingId }>(
  'campaigns.decline',
  `
  update campaign_shipping set state = 'skipped', reason = 'declined', updated_at = :at
  where id = :id and state = 'asked'
  returning id
  `,
)

export const skipOptedOutShipping = statement<{ phone: string; at: Date }, { campaign_id: CampaignId }>(
  'campaigns.skipOptedOut',
  `
  update campaign_shipping set state = 'skipped', reason = 'optedOut', updated_at = :at
  where phone = :phone and state in ('pending', 'asked', 'confirmed')
  returning campaign_id
  `,
)

export const moveShippingsToContact = statement<{ from: ContactId; to: ContactId }>(
  'campaigns.moveShippingsToContact',
  `update campaign_shipping set contact_id = :to where contact_id = :from`,
)

/** Anonymises a contact's rows, which the counters still include. A row that waits to be sent becomes `skipped`. */
export const eraseShipping = statement<
  { contactId: ContactId; phones: readonly string[]; at: Date },
  { campaign_id: CampaignId }
>(
  'campaigns.eraseShipping',
  `
  update campaign_shipping
  set name = '', number = '', email = '', phone = 'erased ' || id, contact_id = null, updated_at = :at,
    state = case when state in ('pending', 'asked', 'confirmed') then 'skipped' else state end,
    reason = case when state in ('pending', 'asked', 'confirmed') then 'removed' else reason end
  where contact_id = :contactId or phone = any (:phones)
  returning campaign_id
  `,
)

/** Whether the person opted out under another number or id, or got the campaign through another row. */
export const isPersonOptedOutOrReached = statement<
  { id: ShippingId; campaignId: CampaignId; contactId: ContactId },
  { is_opted_out: boolean; is_written: boolean }
>(
  'campaigns.sameContact',
  `
  select exists (
      select from contact_addresses a
      join campaign_opt_outs o on o.company_id = a.company_id and o.phone = a.value
      where a.contact_id = :contactId and a.kind in ('phone', 'user')
    ) as is_opted_out,
    exists (
      select from campaign_shipping s
      where s.contact_id = :contactId and s.campaign_id = :campaignId and s.id <> :id
        and s.state in ('sending', 'asked', 'confirmed', 'sent', 'delivered', 'read')
    ) as is_written
  `,
)

export const firstContactsOfList = statement<
  { campaignId: CampaignId; limit: number },
  { id: ContactListItemId; name: string; number: string; email: string; is_whatsapp_valid: boolean }
>(
  'campaigns.listPeople',
  `
  select i.id, i.name, i.number, i.email, i.is_whatsapp_valid
  from campaigns c
  join contact_list_items i on i.company_id = c.company_id and i.contact_list_id = c.contact_list_id
  where c.id = :campaignId
  order by i.id limit :limit
  `,
)

/** How many contacts a campaign would reach. Only a connection that supports user ids reaches those `withoutPhone`. */
export const countReachableContacts = statement<
  { listId: ContactListId | null },
  { contacts: number; unchecked: number; optedOut: number; invalid: number; withoutPhone: number }
>(
  'campaigns.listAudience',
  `
  select count(*) filter (where o.id is null and i.is_whatsapp_valid and not ${isUserIdSql('i.phone')})::int as contacts,
    count(*) filter (where o.id is null and not i.is_whatsapp_valid and i.is_check_due)::int as unchecked,
    count(o.id)::int as "optedOut",
    count(*) filter (where o.id is null and not i.is_whatsapp_valid and not i.is_check_due)::int as invalid,
    count(*) filter (where o.id is null and ${isUserIdSql('i.phone')})::int as "withoutPhone"
  from contact_list_items i
  left join campaign_opt_outs o on o.company_id = i.company_id and o.phone = i.phone
  where i.contact_list_id = :listId
  `,
)
