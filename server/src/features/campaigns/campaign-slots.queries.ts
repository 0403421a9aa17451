import type {
  CampaignId,
  CompanyId,
  ConnectionId,
  ContactId,
  MessageId,
  ShippingId,
} from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import { hasAccessAtSql } from '../companies/closing-sql'

export interface SendSlotRow {
  paced_until: Date
  long_pause_ended_at: Date
}

/**
 * Activates the connection's sending slot, the row that paces the connection's campaign messages. For a slot that was
 * inactive, the time until the next long pause starts again.
 */
export const activateSendSlot = statement<{ connectionId: ConnectionId; at: Date }>(
  'campaigns.openSlot',
  `
  insert into campaign_slots as l
    (company_id, connection_id, is_active, look_at, paced_until, long_pause_ended_at)
  values (current_company(), :connectionId, true, :at, :at, :at)
  on conflict (company_id, connection_id) do update
  set is_active = true, look_at = greatest(l.paced_until, :at),
    long_pause_ended_at = case when l.is_active then l.long_pause_ended_at else greatest(l.paced_until, :at) end
  `,
)

/** Locks the connection's sending slot, which serializes sends, starts and cancellations of its campaigns. */
export const lockSendSlotRow = statement<{ connectionId: ConnectionId }, SendSlotRow>(
  'campaigns.lockSendSlotRow',
  `select paced_until, long_pause_ended_at from campaign_slots where connection_id = :connectionId for update`,
)

export const saveSendSlotPace = statement<{
  connectionId: ConnectionId
  pacedUntil: Date
  longPauseEndedAt: Date
}>(
  'campaigns.saveSendSlotPace',
  `
  update campaign_slots set look_at = :pacedUntil, paced_until = :pacedUntil, long_pause_ended_at = :longPauseEndedAt
    where connection_id = :connectionId
  `,
)

/** `dueSendSlots` skips the sending slot until `lookAt`, because the connection has nothing to send before. */
export const postponeSendSlot = statement<{ connectionId: ConnectionId; lookAt: Date }>(
  'campaigns.postponeSendSlot',
  `update campaign_slots set look_at = :lookAt where connection_id = :connectionId`,
)

export const deactivateSendSlot = statement<{ connectionId: ConnectionId }>(
  'campaigns.closeSlot',
  `update campaign_slots set is_active = false where connection_id = :connectionId`,
)

/** Makes the sending slot due as soon as the pace allows, because a contact has just confirmed. */
export const makeSendSlotDue = statement<{ campaignId: CampaignId }>(
  'campaigns.hastenSlot',
  `
  update campaign_slots l set look_at = l.paced_until
  from campaigns c
  where c.id = :campaignId and l.company_id = c.company_id and l.connection_id = c.connection_id
    and l.look_at > l.paced_until
  `,
)

/** Runs across all companies: sending slots that are due, of connected connections whose company may use campaigns. */
export const dueSendSlots = statement<
  { now: Date; limit: number },
  { company_id: CompanyId; connection_id: ConnectionId }
>(
  'campaigns.dueSendSlots',
  `
  select l.company_id, l.connection_id
  from campaign_slots l
  join connections w on w.company_id = l.company_id and w.id = l.connection_id and w.status = 'CONNECTED'
  join companies o on o.id = l.company_id and o.is_active
  join plans p on p.id = o.plan_id and p.use_campaigns
  where l.is_active and l.look_at <= :now
    and ${hasAccessAtSql('o', ':now')}
    and not exists (
      select from settings s where s.company_id = l.company_id and s.key = 'campaignsEnabled' and s.value = 'false'
    )
  order by l.look_at, l.company_id, l.connection_id
  limit :limit
  `,
)

export const hasCampaignItemInOutbox = statement<{ connectionId: ConnectionId }, { is_under_way: boolean }>(
  'campaigns.bulkUnderWay',
  `
  select exists (
    select from outbox where connection_id = :connectionId and priority > 0 and state in ('waiting', 'sending')
  ) as is_under_way
  `,
)

export interface ShippingToSendRow {
  id: ShippingId
  campaign_id: CampaignId
  name: string
  number: string
  email: string
  phone: string
  state: 'pending' | 'confirmed'
  contact_id: ContactId | null
  message_id: MessageId | null
  confirmation_message_id: MessageId | null
  is_listed: boolean
  /** Whether WhatsApp knows the number, by the list's latest check. */
  is_valid: boolean
  is_opted_out: boolean
}

/**
 * SQL: the refused message that a retry sends again under its old id. Null for a template that was sent over another
 * number: templates belong to one number, so the retry writes a new message.
 */
const refusedAs = (column: 'message_id' | 'confirmation_message_id') => `(
      select m.id from messages m
      where m.company_id = s.company_id and m.id = s.${column} and m.failure is not null and not m.is_deleted
        and (m.connection_id = c.connection_id or (m.interactive is null and c.template_values is null))
    ) as ${column}`

/** The next contact of the campaign that sent least recently: a contact who has confirmed, else a pending one. */
export const nextShippingOfSendSlot = statement<{ connectionId: ConnectionId }, ShippingToSendRow>(
  'campaigns.nextInSlot',
  `
  select s.id, s.campaign_id, coalesce(i.name, s.name) as name, coalesce(i.number, s.number) as number,
    coalesce(i.email, s.email) as email, s.phone, s.state, s.contact_id,
    ${refusedAs('message_id')},
    ${refusedAs('confirmation_message_id')},
    s.state = 'confirmed' or i.id is not null as is_listed,
    s.state = 'confirmed' or coalesce(i.is_whatsapp_valid, false) as is_valid,
    exists (select from campaign_opt_outs o where o.company_id = s.company_id and o.phone = s.phone) as is_opted_out
  from campaigns c
  join lateral (
    (select n.id from campaign_shipping n
     where n.company_id = c.company_id and n.campaign_id = c.id and n.state = 'confirmed' order by n.id limit 1)
    union all
    (select n.id from campaign_shipping n
     where n.company_id = c.company_id and n.campaign_id = c.id and n.state = 'pending' and n.is_valid
     order by n.id limit 1)
    limit 1
  ) turn on true
  join campaign_shipping s on s.company_id = c.company_id and s.id = turn.id
  left join contact_list_items i on i.company_id = s.company_id and i.id = s.item_id
    and i.contact_list_id = c.contact_list_id and i.phone = s.phone
  where c.connection_id = :connectionId and c.status = 'EM_ANDAMENTO' and c.paused_because is null
  order by c.turn_at nulls first, c.id
  limit 1
  `,
)

export const saveLastSendTimeOfCampaign = statement<{ campaignId: CampaignId; at: Date }>(
  'campaigns.useSlot',
  `update campaigns set turn_at = :at, updated_at = :at where id = :campaignId`,
)

export const runningCampaignsOfConnection = statement<{ connectionId: ConnectionId }, { id: CampaignId }>(
  'campaigns.runningCampaignsOfConnection',
  `
  select id from campaigns
  where connection_id = :connectionId and status = 'EM_ANDAMENTO' and paused_because is null order by id
  `,
)

export const connectionOfMessage = statement<
  { messageId: MessageId },
  { connection_id: ConnectionId | null }
>('campaigns.connectionOfMessage', `select connection_id from messages where id = :messageId`)
