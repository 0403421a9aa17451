import type { CompanyId, ConnectionId, MessageTemplateId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'
import type { MetaTemplateComponent } from './templates-api.port'

export interface TemplateRow {
  id: MessageTemplateId
  connection_id: ConnectionId
  meta_id: string
  name: string
  language: string
  category: string
  status: string
  quality: string | null
  reason: string | null
  is_named: boolean
  components: readonly MetaTemplateComponent[]
  updated_at: Date
}

const columns = `
  t.id, t.connection_id, t.meta_id, t.name, t.language, t.category, t.status, t.quality, t.reason, t.is_named,
  t.components, t.updated_at`

export const templatesOfConnection = statement<{ connectionId: ConnectionId; limit: number }, TemplateRow>(
  'messageTemplates.ofConnection',
  `
  select ${columns} from message_templates t
  where t.connection_id = :connectionId
  order by t.name, t.language, t.id
  limit :limit
  `,
)

export const templateById = statement<{ id: MessageTemplateId }, TemplateRow>(
  'messageTemplates.byId',
  `select ${columns} from message_templates t where t.id = :id`,
)

/** The template with this name and language. If Meta has several, the approved one. */
export const templateByName = statement<
  { connectionId: ConnectionId; name: string; language: string },
  TemplateRow
>(
  'messageTemplates.byName',
  `
  select ${columns} from message_templates t
  where t.connection_id = :connectionId and t.name = :name and t.language = :language
  order by (t.status = 'APPROVED') desc, t.id desc
  limit 1
  `,
)

export const templateByMetaId = statement<{ connectionId: ConnectionId; metaId: string }, TemplateRow>(
  'messageTemplates.byMetaId',
  `
  select ${columns} from message_templates t
  where t.connection_id = :connectionId and t.meta_id = :metaId
  for no key update
  `,
)

/** Saves templates, a JSON array of `MetaTemplate`. Returns the templates that are new or have changed. */
export const saveTemplates = statement<
  { connectionId: ConnectionId; templates: string; at: Date },
  TemplateRow & { is_new: boolean }
>(
  'messageTemplates.save',
  `
  insert into message_templates as t
    (company_id, connection_id, meta_id, name, language, category, status, quality, reason, is_named, components,
     updated_at)
  select current_company(), :connectionId, told."metaId", told.name, told.language, told.category, told.status,
    told.quality, told.reason, told."isNamed", told.components, :at
  from jsonb_to_recordset(:templates::jsonb) as told
    ("metaId" text, name text, language text, category text, status text, quality text, reason text,
     "isNamed" boolean, components jsonb)
  on conflict (company_id, connection_id, meta_id) do update
  set name = excluded.name, language = excluded.language, category = excluded.category, status = excluded.status,
    quality = excluded.quality, reason = excluded.reason, is_named = excluded.is_named,
    components = excluded.components, updated_at = excluded.updated_at
  where (t.name, t.language, t.category, t.status, t.quality, t.reason, t.is_named, t.components) is distinct from
    (excluded.name, excluded.language, excluded.category, excluded.status, excluded.quality, excluded.reason,
     excluded.is_named, excluded.components)
  returning ${columns}, t.xmax = 0 as is_new
  `,
)

/** Removes the templates of the connection that Meta no longer has. */
export const removeTemplatesMissingAtMeta = statement<
  { connectionId: ConnectionId; metaIds: readonly string[] },
  TemplateRow
>(
  'messageTemplates.removeOthers',
  `
  delete from message_templates t
  where t.connection_id = :connectionId and t.meta_id <> all (:metaIds::text[])
  returning ${columns}
  `,
)

export const removeTemplate = statement<{ id: MessageTemplateId }, TemplateRow>(
  'messageTemplates.remove',
  `delete from message_templates t where t.id = :id returning ${columns}`,
)

/** Saves what a webhook of Meta announced about a template. A null value leaves its column unchanged. */
export const saveTemplateWebhookUpdate = statement<
  {
    id: MessageTemplateId
    status: string | null
    reason: string | null
    quality: string | null
    category: string | null
    at: Date
  },
  TemplateRow
>(
  'messageTemplates.saveNews',
  `
  update message_templates t
  set status = coalesce(:status, t.status), reason = case when :status::text is null then t.reason else :reason end,
    quality = coalesce(:quality, t.quality), category = coalesce(:category, t.category), updated_at = :at
  where t.id = :id
  returning ${columns}
  `,
)

/** Stores when all templates were requested from Meta. `isAnswered`: Meta answered the request. */
export const saveTemplateRefreshTime = statement<{
  connectionId: ConnectionId
  isAnswered: boolean
  at: Date
}>(
  'messageTemplates.noteCheck',
  `
  insert into message_template_checks as c (company_id, connection_id, asked_at, checked_at)
  values (current_company(), :connectionId, :at, case when :isAnswered then :at::timestamptz end)
  on conflict (company_id, connection_id) do update
  set asked_at = excluded.asked_at, checked_at = coalesce(excluded.checked_at, c.checked_at)
  `,
)

export const lastTemplateRefreshTime = statement<{ connectionId: ConnectionId }, { checked_at: Date | null }>(
  'messageTemplates.lastCheck',
  'select checked_at from message_template_checks where connection_id = :connectionId',
)

export const connectionsToRefreshTemplates = statement<
  { before: Date; limit: number },
  { company_id: CompanyId; connection_id: ConnectionId }
>(
  'messageTemplates.toCheck',
  `
  select n.company_id, n.connection_id
  from official_numbers n
  join companies co on co.id = n.company_id and co.is_active
  left join message_template_checks c on c.company_id = n.company_id and c.connection_id = n.connection_id
  where c.asked_at is null or c.asked_at < :before
  order by c.asked_at nulls first, n.company_id, n.connection_id
  limit :limit
  `,
)
