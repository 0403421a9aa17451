import type { CampaignVariable } from '@balcao/domain/campaign-settings'
import type { CampaignPauseReason, CampaignStatus } from '@balcao/domain/campaigns'
import type {
  CampaignId,
  CompanyId,
  ConnectionId,
  ContactListId,
  FileListId,
  MessageTemplateId,
  TagId,
} from '@balcao/domain/ids'
import type { TemplateValues } from '@balcao/domain/message-templates'
import type { MediaType } from '@balcao/domain/messages'
import { type NoParams, statement } from '../../platform/database/statement'
import { hasAccessAtSql } from '../companies/closing-sql'

export interface CampaignMedia {
  readonly key: string
  readonly fileName: string
  readonly mimetype: string
  readonly mediaType: MediaType
  readonly sizeBytes: number
  readonly width: number | null
  readonly height: number | null
}

export interface CampaignRow {
  id: CampaignId
  company_id: CompanyId
  name: string
  messages: string[]
  confirmation_messages: string[]
  status: CampaignStatus
  confirmation: boolean
  scheduled_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  paused_because: CampaignPauseReason | null
  paused_at: Date | null
  failure: string | null
  connection_id: ConnectionId | null
  connection_name: string | null
  contact_list_id: ContactListId | null
  contact_list_name: string | null
  list_count: number | null
  list_valid: number | null
  list_due: number | null
  tag_id: TagId | null
  file_list_id: FileListId | null
  file_list_name: string | null
  /** Null: the campaign uses no template, or (if `template_values` is set) its template was deleted. */
  template_id: MessageTemplateId | null
  /** MARKETING or UTILITY, as Meta spells it. */
  template_category: string | null
  template_name: string | null
  template_language: string | null
  template_values: TemplateValues | null
  media: CampaignMedia | null
  total_count: number
  valid_count: number
  pending_count: number
  sending_count: number
  asked_count: number
  confirmed_count: number
  sent_count: number
  delivered_count: number
  read_count: number
  failed_count: number
  skipped_count: number
  requested_count: number
  confirmation_count: number
  created_at: Date
  updated_at: Date
}

const campaignColumns = `
  c.id, c.company_id, c.name, c.messages, c.confirmation_messages, c.status, c.confirmation, c.scheduled_at,
  c.started_at, c.completed_at, c.paused_because, c.paused_at, c.failure, c.connection_id, w.name as connection_name,
  c.contact_list_id, l.name as contact_list_name, l.item_count as list_count, l.valid_count as list_valid,
  l.due_count as list_due, c.tag_id, c.file_list_id, f.name as file_list_name, c.template_id, m.name as template_name, m.category as template_category,
  m.language as template_language, c.template_values, c.media, c.total_count, c.valid_count,
  c.pending_count, c.sending_count, c.asked_count, c.confirmed_count, c.sent_count, c.delivered_count, c.read_count,
  c.failed_count, c.skipped_count, c.requested_count, c.confirmation_count, c.created_at, c.updated_at`
const parts = `
  left join connections w on w.company_id = c.company_id and w.id = c.connection_id
  left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
  left join file_lists f on f.company_id = c.company_id and f.id = c.file_list_id
  left join message_templates m on m.company_id = c.company_id and m.id = c.template_id`
const matchesFilter = `position(plain_text(:words) in plain_text(c.name)) > 0 and (:status::text is null
  or c.status = :status)`

export const campaignsPage = statement<
  { words: string; status: CampaignStatus | null; limit: number; offset: number },
  CampaignRow
>(
  'campaigns.page',
  `select ${campaignColumns} from campaigns c ${parts} where ${matchesFilter} order by c.id desc limit :limit offset :offset`,
)

export const countCampaigns = statement<{ words: string; status: CampaignStatus | null }, { count: number }>(
  'campaigns.count',
  `select count(*)::int as count from campaigns c where ${matchesFilter}`,
)

export const campaignById = statement<{ id: CampaignId }, CampaignRow>(
  'campaigns.byId',
  `select ${campaignColumns} from campaigns c ${parts} where c.id = :id`,
)

export const campaignsByIds = statement<{ ids: readonly CampaignId[] }, CampaignRow>(
  'campaigns.byIds',
  `select ${campaignColumns} from campaigns c ${parts} where c.id = any (:ids) order by c.id`,
)

export const lockCampaign = statement<{ id: CampaignId }, CampaignRow>(
  'campaigns.lock',
  `select ${campaignColumns} from campaigns c ${parts} where c.id = :id for no key update of c`,
)

export const insertCampaign = statement<{ name: string; at: Date }, { id: CampaignId }>(
  'campaigns.insert',
  `
  insert into campaigns (company_id, name, messages, confirmation_messages, confirmation, created_at, updated_at)
  values (current_company(), :name, array_fill(''::text, array[5]), array_fill(''::text, array[5]), false, :at, :at)
  returning id
  `,
)

export const saveCampaign = statement<{
  id: CampaignId
  name: string
  messages: readonly string[]
  confirmationMessages: readonly string[]
  confirmation: boolean
  scheduledAt: Date | null
  status: CampaignStatus
  connectionId: ConnectionId | null
  contactListId: ContactListId | null
  tagId: TagId | null
  fileListId: FileListId | null
  templateId: MessageTemplateId | null
  templateValues: string | null
  media: string | null
  at: Date
}>(
  'campaigns.save',
  `
  update campaigns
  set name = :name, messages = :messages, confirmation_messages = :confirmationMessages, confirmation = :confirmation,
    scheduled_at = :scheduledAt, status = :status,
    connection_id = :connectionId, contact_list_id = :contactListId, tag_id = :tagId, file_list_id = :fileListId,
    template_id = :templateId, template_values = :templateValues::jsonb, media = :media::jsonb, failure = null, updated_at = :at
  where id = :id
  `,
)

export const removeCampaign = statement<{ id: CampaignId }>(
  'campaigns.remove',
  `delete from campaigns where id = :id`,
)

export const markCampaignRunning = statement<{ id: CampaignId; connectionId: ConnectionId; at: Date }>(
  'campaigns.run',
  `
  update campaigns
  set status = 'EM_ANDAMENTO', connection_id = :connectionId, started_at = coalesce(started_at, :at),
    completed_at = null,
    paused_because = null, paused_at = null, failure = null, updated_at = :at
  where id = :id
  `,
)

export const markCampaignCancelled = statement<{ id: CampaignId; at: Date }>(
  'campaigns.stop',
  `
  update campaigns
  set status = 'CANCELADA', paused_because = null, paused_at = null, updated_at = :at
  where id = :id
  `,
)

/** Finishes those of these campaigns that have no contact left to write to. A paused one waits for a user. */
export const finishCampaigns = statement<{ ids: readonly CampaignId[]; at: Date }, { id: CampaignId }>(
  'campaigns.finish',
  `
  update campaigns
  set status = 'FINALIZADA', completed_at = :at, updated_at = :at
  where id = any (:ids) and status = 'EM_ANDAMENTO' and paused_because is null
    and pending_count + sending_count + asked_count + confirmed_count = 0
  returning id
  `,
)

/** Pauses every running campaign of the connection, because WhatsApp limits its number. */
export const pauseCampaignsOfConnection = statement<
  { connectionId: ConnectionId; reason: CampaignPauseReason; at: Date },
  { id: CampaignId }
>(
  'campaigns.pause',
  `
  update campaigns
  set paused_because = :reason, paused_at = :at, updated_at = :at
  where connection_id = :connectionId and status = 'EM_ANDAMENTO' and paused_because is null
  returning id
  `,
)

export const lockCampaignsOfConnection = statement<
  { connectionId: ConnectionId },
  { id: CampaignId; name: string; status: CampaignStatus }
>(
  'campaigns.lockOver',
  `
  select id, name, status from campaigns
  where connection_id = :connectionId and status in ('EM_ANDAMENTO', 'PROGRAMADA')
  order by id for no key update
  `,
)

/** Pauses one campaign because of its own template or files. */
export const pauseCampaign = statement<
  { id: CampaignId; reason: CampaignPauseReason; at: Date },
  { id: CampaignId }
>(
  'campaigns.pauseOne',
  `
  update campaigns set paused_because = :reason, paused_at = :at, updated_at = :at
  where id = :id and status = 'EM_ANDAMENTO' and paused_because is null
  returning id
  `,
)

/** Removes the planned start of a campaign that could not start then; `failure` is the reason that users see. */
export const clearPlannedStartOfCampaign = statement<
  { id: CampaignId; failure: string; at: Date },
  { id: CampaignId }
>(
  'campaigns.unplan',
  `
  update campaigns set status = 'INATIVA', scheduled_at = null, failure = :failure, updated_at = :at
  where id = :id and status = 'PROGRAMADA'
  returning id
  `,
)

export const unfinishedCampaignOfList = statement<{ listId: ContactListId }, { name: string }>(
  'campaigns.unfinishedCampaignOfList',
  `select name from campaigns where contact_list_id = :listId and status <> 'FINALIZADA' order by id limit 1`,
)

export const unfinishedCampaignOfFileList = statement<{ listId: FileListId }, { name: string }>(
  'campaigns.unfinishedCampaignOfFileList',
  `select name from campaigns where file_list_id = :listId and status <> 'FINALIZADA' order by id limit 1`,
)

/** Contacts that the running campaigns of this connection still have to write to, one row for each campaign. */
export const countContactsLeftOfCampaigns = statement<
  { connectionId: ConnectionId },
  { id: CampaignId; left_count: number; confirmation: boolean }
>(
  'campaigns.leftOver',
  `
  select id, pending_count + confirmed_count as left_count, confirmation
  from campaigns
  where connection_id = :connectionId and status = 'EM_ANDAMENTO' and paused_because is null
  `,
)

/** Runs across all companies: campaigns whose planned time has come, of active companies whose plan has campaigns. */
export const dueCampaigns = statement<
  { now: Date; limit: number },
  { company_id: CompanyId; id: CampaignId }
>(
  'campaigns.due',
  `
  select c.company_id, c.id
  from campaigns c
  join companies o on o.id = c.company_id and o.is_active
  join plans p on p.id = o.plan_id and p.use_campaigns
  where c.status = 'PROGRAMADA' and c.scheduled_at <= :now
    and ${hasAccessAtSql('o', ':now')}
    and not exists (
      select from settings s where s.company_id = c.company_id and s.key = 'campaignsEnabled' and s.value = 'false'
    )
  order by c.scheduled_at, c.id
  limit :limit
  `,
)

interface CampaignSettingsRow {
  message_interval: number
  longer_interval_after: number
  greater_interval: number
  variables: CampaignVariable[]
  opt_out_word: string
}

export const storedCampaignSettings = statement<NoParams, CampaignSettingsRow>(
  'campaigns.settingDefinitions',
  `select message_interval, longer_interval_after, greater_interval, variables, opt_out_word from campaign_settings`,
)

export const saveCampaignSettingsRow = statement<{
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
