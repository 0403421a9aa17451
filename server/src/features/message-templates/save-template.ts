import type { AnswerOf, ParsedInputOf } from '@balcao/contract/endpoint'
import type {
  createMessageTemplate,
  MessageTemplateView,
  updateMessageTemplate,
  uploadTemplateSample,
} from '@balcao/contract/message-templates'
import type { ConnectionId, MessageTemplateId } from '@balcao/domain/ids'
import {
  hasNamedVariables,
  isTemplateEditable,
  metaComponentsOfTemplateDraft,
  problemOfTemplateDraft,
  type TemplateDraft,
  type TemplateHeaderFileKind,
  templateHeaderFileKinds,
  templateLimits,
  templateSampleMimeTypes,
  templateVariables,
} from '@balcao/domain/message-templates'
import type { DataKeys } from '../../platform/encryption'
import type { FileStore } from '../../platform/files/file-store'
import { streamStoredFile } from '../../platform/files/stored-bytes'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import type { CompanyTransactionRunner } from '../official-numbers/set-up'
import { templateToUse } from './message-templates.access'
import { removeTemplate, saveTemplates, templateByMetaId } from './message-templates.queries'
import { templateView } from './message-templates.view'
import {
  credentialsForTemplates,
  recordTemplateChanged,
  recordTemplateDeleted,
  type TemplateDependencies,
  toTemplateRefusal,
} from './refresh-templates'
import type { MetaTemplate } from './templates-api.port'

export async function createTemplate(
  { api, dataKeys }: TemplateDependencies,
  company: CompanyTransactionRunner,
  { body: { connectionId, ...draft } }: ParsedInputOf<typeof createMessageTemplate>,
): Promise<MessageTemplateView> {
  refuseProblem(draft)
  const credentials = await company.act((work) => credentialsForTemplates(work, dataKeys, connectionId))
  const { name, language, category } = draft
  const asked = {
    name,
    language,
    category,
    isNamed: hasNamedVariables(draft),
    components: metaComponentsOfTemplateDraft(draft),
  }
  const created = await orRefuse(api.create(credentials, asked))
  return store(company, connectionId, 'messageTemplate.created', {
    ...asked,
    ...created,
    quality: null,
    reason: null,
  })
}

/** Replaces the content. Meta reviews the template again; until it is approved, it can't be sent. */
export async function updateTemplate(
  { api, dataKeys }: TemplateDependencies,
  company: CompanyTransactionRunner,
  { params: { templateId }, body }: ParsedInputOf<typeof updateMessageTemplate>,
): Promise<MessageTemplateView> {
  const { credentials, before } = await company.act((work) => managed(work, dataKeys, templateId))
  const { name, language } = before
  const draft = { ...body, name, language }
  refuseProblem(draft)
  if (!isTemplateEditable(before.status)) throw refuse('ERR_TEMPLATE_STATE')
  // Meta does not let an edit replace named variables by numbered ones, or the reverse.
  if (hasNamedVariables(draft) !== before.is_named && hasVariables(draft))
    throw refuse('ERR_TEMPLATE_FORM', { what: 'variables-mixed' })
  // Meta does not let an edit change the category of an approved template.
  const category = before.status === 'APPROVED' ? before.category : draft.category
  const components = metaComponentsOfTemplateDraft(draft)
  await orRefuse(api.edit(credentials, before.meta_id, { category, components }))
  return store(company, before.connection_id, 'messageTemplate.changed', {
    ...{ metaId: before.meta_id, name, language, category, status: 'PENDING', quality: before.quality },
    ...{ reason: null, isNamed: before.is_named, components },
  })
}

const hasVariables = ({ header, body }: TemplateDraft) =>
  templateVariables(body).length > 0 || (header?.kind === 'text' && templateVariables(header.text).length > 0)

export async function deleteTemplate(
  { api, dataKeys }: TemplateDependencies,
  company: CompanyTransactionRunner,
  templateId: MessageTemplateId,
): Promise<void> {
  const { credentials, before } = await company.act((work) => managed(work, dataKeys, templateId))
  const { meta_id: metaId, name } = before
  await orRefuse(api.remove(credentials, { metaId, name }))
  await company.act(async (work) => {
    const gone = await work.db.row(removeTemplate, { id: templateId })
    if (gone === null) return
    await recordAudit(work, { act: 'messageTemplate.deleted', subject: { id: templateId, name } })
    recordTemplateDeleted(work, gone)
  })
}

/** Uploads the sample to Meta and deletes our copy. When the call fails, the HTTP server deletes it. */
export async function uploadSampleOfTemplate(
  { api, dataKeys, files }: TemplateDependencies & { readonly files: Pick<FileStore, 'open' | 'remove'> },
  company: CompanyTransactionRunner,
  { body: { connectionId } }: ParsedInputOf<typeof uploadTemplateSample>,
  uploaded: readonly UploadedFile[],
): Promise<AnswerOf<typeof uploadTemplateSample>> {
  const credentials = await company.act((work) => credentialsForTemplates(work, dataKeys, connectionId))
  const [sample] = uploaded
  if (sample === undefined) throw refuse('ERR_UPLOAD_EMPTY')
  const { mimetype, fileName, sizeBytes: bytes, key } = sample
  const kind = templateHeaderFileKinds.find((one) => templateSampleMimeTypes[one].includes(mimetype))
  if (kind === undefined) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-kind' })
  refuseLargeSample(kind, bytes)
  const file = () => streamStoredFile(files, key)
  const handle = await orRefuse(api.uploadSample(credentials, { kind, mimetype, fileName, bytes, file }))
  for (const one of uploaded) await files.remove(one.key)
  return { sample: handle }
}

export function refuseLargeSample(kind: TemplateHeaderFileKind, bytes: number): void {
  const most = templateLimits.files[kind]
  if (bytes > most) throw refuse('ERR_UPLOAD_TOO_LARGE', { kind, limitMegabytes: most / 1_000_000 })
}

/** Loads a template to change, without a lock: of two concurrent changes, Meta decides which comes last. */
async function managed(work: CompanyWork, dataKeys: DataKeys, templateId: MessageTemplateId) {
  const before = await templateToUse(work, templateId)
  return { before, credentials: await credentialsForTemplates(work, dataKeys, before.connection_id) }
}

function store(
  company: CompanyTransactionRunner,
  connectionId: ConnectionId,
  act: 'messageTemplate.created' | 'messageTemplate.changed',
  template: MetaTemplate,
): Promise<MessageTemplateView> {
  return company.act(async (work) => {
    const { metaId, name } = template
    const templates = JSON.stringify([template])
    const saved = await work.db.row(saveTemplates, { connectionId, templates, at: work.now })
    // A webhook about this change may have stored the same content before this answer.
    const row = saved ?? (await work.db.one(templateByMetaId, { connectionId, metaId }))
    await recordAudit(work, { act, subject: { id: row.id, name } })
    recordTemplateChanged(work, act === 'messageTemplate.created' ? 'create' : 'update', row)
    return templateView(row)
  })
}

function refuseProblem(draft: TemplateDraft): void {
  const what = problemOfTemplateDraft(draft)
  if (what !== null) throw refuse('ERR_TEMPLATE_FORM', { what })
}

function orRefuse<T>(asked: Promise<T>): Promise<T> {
  return asked.catch((error: unknown) => {
    throw toTemplateRefusal(error)
  })
}
