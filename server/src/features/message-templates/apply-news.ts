import type { ConnectionId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { CompanyWork } from '../../platform/work'
import type { MetaAccountChange } from '../official-numbers/official-api.port'
import { saveTemplateWebhookUpdate, type TemplateRow, templateByMetaId } from './message-templates.queries'
import { enqueueTemplateRefresh, recordTemplateChanged } from './refresh-templates'

/** Reads an id or text as text, because Meta sends ids as numbers or texts. An empty text and `NONE` become null. */
const word = z
  .union([z.string(), z.number()])
  .transform(String)
  .nullish()
  .catch(null)
  .transform((value) => (value === '' || value === 'NONE' ? null : (value ?? null)))

const news = z.object({
  message_template_id: word,
  event: word,
  reason: word,
  rejection_info: z.object({ reason: word, recommendation: word }).nullish().catch(null),
  other_info: z.object({ title: word, description: word }).nullish().catch(null),
  new_quality_score: word,
  new_category: word,
})

const fields = new Set([
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
])
/** Webhook fields that announce a change without its content, so the templates must be fetched. */
const needsRefresh = new Set(['message_template_components_update'])
/** Webhook statuses that say that the template was deleted at Meta. */
const ends = new Set(['DELETED'])

/** Stores a template's change from a webhook. If content is missing or may be outdated, fetches all templates. */
export async function applyTemplateWebhook(
  work: CompanyWork,
  { connectionId, change }: { readonly connectionId: ConnectionId; readonly change: MetaAccountChange },
): Promise<void> {
  if (!fields.has(change.field)) return
  const told = news.safeParse(change.value).data
  const metaId = told?.message_template_id ?? null
  const template = metaId === null ? null : await work.db.row(templateByMetaId, { connectionId, metaId })
  if (
    told === undefined ||
    template === null ||
    needsRefresh.has(change.field) ||
    mayBeOld(change, template)
  ) {
    enqueueTemplateRefresh(work, connectionId)
    return
  }
  const isStatus = change.field === 'message_template_status_update'
  const status = isStatus ? told.event : null
  if (status !== null && ends.has(status)) {
    enqueueTemplateRefresh(work, connectionId)
    return
  }
  const row = await work.db.one(saveTemplateWebhookUpdate, {
    id: template.id,
    status,
    reason: reasonIn(told),
    quality: told.new_quality_score,
    category: told.new_category,
    at: work.now,
  })
  recordTemplateChanged(work, 'update', row)
}

/** Whether newer content may be stored already: webhooks arrive in any order, with times in whole seconds. */
function mayBeOld({ at }: MetaAccountChange, { updated_at: storedAt }: TemplateRow): boolean {
  return at !== null && at.getTime() + 1_000 <= storedAt.getTime()
}

/** The reason for a change and Meta's recommendation, both in Meta's words. */
function reasonIn({ reason, rejection_info, other_info }: z.output<typeof news>): string | null {
  const words = [
    reason ?? rejection_info?.reason,
    rejection_info?.recommendation,
    other_info?.description ?? other_info?.title,
  ]
  return words.filter((word) => word != null).join(': ') || null
}
