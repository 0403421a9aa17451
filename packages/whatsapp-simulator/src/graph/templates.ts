import { accountFor, type Scope } from './access'
import { managed } from './accounts'
import { fieldsOf } from './fields'
import { chosenFields, type GraphAnswer, type GraphCall, pageOf, paramsOf } from './graph-call'
import { GraphError, unknownObject } from './graph-error'
import type { GraphService } from './graph-service'
import { CATEGORIES, componentsFrom, templateFrom } from './template-input'
import { type Account, graphId, type Json, type Quality, type Template, type TemplateCategory } from './world'

const MANAGEMENT: readonly Scope[] = ['whatsapp_business_management']
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CREATIONS_PER_HOUR = 100
const NAME_LOCKED_MS = 30 * DAY_MS
const TEMPLATES_MAX = 6_000

export function createTemplate(call: GraphCall): GraphAnswer {
  const { service } = call
  const account = managed(call)
  const input = templateFrom(service, paramsOf(call))
  const own = templatesOf(service, account)
  requireFreeName(service, account, own, input.name, input.language)
  if (own.filter(({ createdAt }) => createdAt > service.now() - HOUR_MS).length >= CREATIONS_PER_HOUR)
    throw new GraphError(80007, 'A WhatsApp Business Account can create 100 templates per hour.')
  if (own.length >= TEMPLATES_MAX)
    throw new GraphError(100, 'The account has too many templates.', { subcode: 2388019 })
  const template: Template = {
    ...input,
    id: graphId(service.chance),
    accountId: account.id,
    status: 'PENDING',
    quality: 'UNKNOWN',
    rejectedReason: 'NONE',
    createdAt: service.now(),
    edits: [],
  }
  service.world.templates[template.id] = template
  return {
    body: { id: template.id, status: template.status, category: template.category },
    after: () => beginReview(service, template),
  }
}

function beginReview(service: GraphService, template: Template): void {
  service.changed()
  if (service.rules.approvesTemplates) reviewTemplate(service, template).approve()
}

function requireFreeName(
  service: GraphService,
  account: Account,
  own: Template[],
  name: string,
  language: string,
): void {
  if (own.some((one) => one.name === name && one.language === language))
    throw new GraphError(100, `There is already ${language} content for this template.`, {
      subcode: 2388024,
      userTitle: 'Content in This Language Already Exists',
    })
  const deletedAt = account.deletedNames[name]
  if (deletedAt !== undefined && deletedAt > service.now() - NAME_LOCKED_MS)
    throw new GraphError(100, `The name ${name} was deleted and is free again after 30 days.`, {
      subcode: 2388023,
      userTitle: 'Message template language is being deleted',
    })
}

export function listTemplates(call: GraphCall): GraphAnswer {
  const account = managed(call)
  const wanted = (template: Template, key: 'name' | 'status' | 'language' | 'category') => {
    const value = call.query.get(key)
    return value === null || template[key] === value
  }
  const found = templatesOf(call.service, account).filter(
    (one) =>
      wanted(one, 'name') && wanted(one, 'status') && wanted(one, 'language') && wanted(one, 'category'),
  )
  return { body: pageOf(call.query, found, 25, (template) => templateFields(call.query, template)) }
}

export function getTemplate(call: GraphCall): GraphAnswer {
  return { body: templateFields(call.query, templateFor(call)) }
}

function templateFields(query: URLSearchParams, template: Template): Json {
  const all = {
    id: template.id,
    name: template.name,
    language: template.language,
    category: template.category,
    parameter_format: template.parameterFormat,
    components: template.components,
    status: template.status,
    quality_score: { score: template.quality },
    rejected_reason: template.rejectedReason,
  }
  return chosenFields(query, all, [
    'name',
    'parameter_format',
    'components',
    'language',
    'status',
    'category',
  ])
}

/** Edits replace all components; the template is reviewed again. */
export function editTemplate(call: GraphCall): GraphAnswer {
  const { service } = call
  const template = templateFor(call)
  const params = fieldsOf(paramsOf(call))
  params.only('components', 'category', 'message_send_ttl_seconds', 'parameter_format')
  requireEditable(service, template)
  if (params.has('category')) {
    const category = params.oneOf('category', CATEGORIES)
    if (template.status === 'APPROVED' && category !== template.category)
      throw new GraphError(100, 'The category of an approved template cannot be edited.')
    template.category = category
  }
  if (params.has('components'))
    template.components = componentsFrom(
      service,
      params.objects('components'),
      template.parameterFormat,
      template.category,
    )
  if (template.status === 'APPROVED') template.edits.push(service.now())
  template.status = 'PENDING'
  return {
    body: { success: true, id: template.id, name: template.name, category: template.category },
    after: () => beginReview(service, template),
  }
}

function requireEditable({ now }: GraphService, { status, edits }: Template): void {
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(status))
    throw new GraphError(100, `A template in status ${status} cannot be edited.`)
  if (status !== 'APPROVED') return
  const within = (spanMs: number) => edits.filter((at) => at > now() - spanMs).length
  if (within(DAY_MS) >= 1 || within(30 * DAY_MS) >= 10)
    throw new GraphError(100, 'An approved template can be edited once in 24 hours and ten times in 30 days.')
}

/** Deletes all languages of a name, or the one of `hsm_id`. */
export function deleteTemplates(call: GraphCall): GraphAnswer {
  const { service, query } = call
  const account = managed(call)
  const name = query.get('name')
  const id = query.get('hsm_id')
  if (!name) throw new GraphError(100, 'The parameter name is required.')
  const doomed = templatesOf(service, account).filter(
    (one) => one.name === name && (id === null || one.id === id),
  )
  if (doomed.length === 0)
    throw new GraphError(100, `Message template not found: ${name}`, { subcode: 2593002 })
  for (const template of doomed) {
    if (template.status === 'APPROVED') account.deletedNames[name] = service.now()
    delete service.world.templates[template.id]
  }
  return { body: { success: true }, after: () => service.changed() }
}

function templateFor(call: GraphCall): Template {
  const template = call.service.world.templates[call.id]
  if (!template) throw unknownObject(call.id, call.method)
  const account = accountFor(call.service, call.caller, template.accountId, MANAGEMENT, call.method)
  call.service.rates.countManagement(call.caller.app.id, account.id)
  return template
}

function templatesOf({ world }: GraphService, { id }: Account): Template[] {
  return Object.values(world.templates).filter(({ accountId }) => accountId === id)
}

/** What Meta's review and its machines do with a template; each act announces itself. */
export interface TemplateReview {
  approve(): void
  /** `reason` is Meta's word, such as `INVALID_FORMAT` or `PROMOTIONAL`. */
  reject(reason?: string): void
  pause(): void
  disable(): void
  setQuality(quality: Quality): void
  changeCategory(category: TemplateCategory): void
}

export function reviewTemplate(service: GraphService, template: Template): TemplateReview {
  const named = {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  }
  const announce = (field: string, value: Json) => {
    service.webhooks.announce({ accountId: template.accountId, field, value: { ...named, ...value } })
    service.changed()
  }
  const become = (status: Template['status'], reason: string | null, more: Json = {}) => {
    template.status = status
    announce('message_template_status_update', {
      event: status,
      message_template_category: template.category,
      reason,
      ...more,
    })
  }
  return {
    approve() {
      template.rejectedReason = 'NONE'
      become('APPROVED', 'NONE')
    },
    reject(reason = 'INVALID_FORMAT') {
      template.rejectedReason = reason
      become('REJECTED', reason, {
        rejection_info: { reason, recommendation: 'Edit the template and submit it again.' },
      })
    },
    pause() {
      become('PAUSED', null, {
        other_info: { title: 'FIRST_PAUSE', description: 'The template was paused for 3 hours.' },
      })
    },
    disable() {
      become('DISABLED', null, { disable_info: { disable_date: new Date(service.now()).toISOString() } })
    },
    setQuality(quality) {
      const previous = template.quality
      template.quality = quality
      announce('message_template_quality_update', {
        previous_quality_score: previous,
        new_quality_score: quality,
      })
    },
    changeCategory(category) {
      const previous = template.category
      template.category = category
      announce('template_category_update', { previous_category: previous, new_category: category })
    },
  }
}
