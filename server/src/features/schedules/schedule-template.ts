import type { TemplateWithValues } from '@balcao/contract/message-templates'
import type { ConnectionId, MessageTemplateId } from '@balcao/domain/ids'
import {
  fillTemplate,
  hasFileHeader,
  mapTemplateValues,
  type TemplateValues,
  templatePartsOf,
} from '@balcao/domain/message-templates'
import { fillVariables, type RecipientVariableData } from '@balcao/domain/message-variables'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { connectionToRead } from '../connections/connections.access'
import { connectionForNewTicket } from '../connections/connections.read'
import { templateToUse } from '../message-templates/message-templates.access'
import type { TemplateRow } from '../message-templates/message-templates.queries'
import {
  filledTemplateContent,
  headerMediaOf,
  refuseWrongHeader,
  templateMessageContent,
} from '../message-templates/template-content'
import type { ScheduleMedia, ScheduleRow } from './schedules.queries'

interface Planned {
  readonly choice: TemplateWithValues
  readonly contact: RecipientVariableData
  readonly connectionId: ConnectionId | null
  readonly sendAt: Date
  readonly media: ScheduleMedia | null
  /** Whether the client will upload the header's file after the form. */
  readonly pictureFollows: boolean
}

/** Refuses a template that can't be sent over the connection. Returns the columns that a schedule stores about it. */
export async function templateColumnsOfSchedule(work: CompanyWork, planned: Planned) {
  const { choice, contact, media, pictureFollows } = planned
  const template = await templateToUse(work, choice.templateId)
  const connectionId = await connectionForNewTicket(work, {
    requestedId: planned.connectionId,
    userDefaultId: null,
  })
  const fill = await variablesOf(work, contact, planned.sendAt)
  filledTemplateContent(template, connectionId, mapTemplateValues(choice.values, fill))
  const kept = hasFileHeader(templatePartsOf(template.components)) ? media : null
  if (!pictureFollows) await refuseWrongTemplateHeaderFile(work, template, kept)
  return {
    connection_id: connectionId,
    template_id: choice.templateId,
    template_values: choice.values,
    body: writtenText(template, choice.values),
    media: kept,
  }
}

/** The template's text with the values of the schedule. The contact's variables are filled only when it is sent. */
function writtenText({ components, is_named }: TemplateRow, values: TemplateValues): string {
  const parts = templatePartsOf(components)
  const filled = fillTemplate(parts, values, is_named)
  // The contact's variables are still names here. If they make the text too long, stores the template's own body.
  return typeof filled === 'string' ? parts.body : filled.text
}

export async function refuseWrongTemplateHeaderFile(
  work: CompanyWork,
  template: Pick<TemplateRow, 'components' | 'connection_id'>,
  file: ScheduleMedia | null,
): Promise<void> {
  const { provider } = await connectionToRead(work, template.connection_id)
  refuseWrongHeader(template, provider, headerMediaOf(listOf(file)))
}

/** Loads the template of a schedule; null: it has none. Refuses if the template was deleted. */
export async function templateOfSchedule(
  work: CompanyWork,
  { template_id: id, template_values: values }: Pick<ScheduleRow, 'template_id' | 'template_values'>,
): Promise<{ readonly template: TemplateRow; readonly values: TemplateValues } | null> {
  if (values === null) return null
  return { template: await existing(work, id), values }
}

async function existing(work: CompanyWork, id: MessageTemplateId | null): Promise<TemplateRow> {
  if (id === null) throw refuse('ERR_TEMPLATE_SEND', { what: 'deleted' })
  return templateToUse(work, id)
}

/** The content of a due schedule: its template, else its body, with the variables filled. */
export async function contentOfDueSchedule(
  work: CompanyWork,
  schedule: Pick<ScheduleRow, 'body' | 'template_id' | 'template_values'>,
  { contact, connectionId, file }: DueSchedule,
) {
  const fill = await variablesOf(work, contact, work.now)
  const planned = await templateOfSchedule(work, schedule)
  const header = headerMediaOf(listOf(file))
  if (planned === null) {
    return { body: fill(schedule.body), mediaType: header?.mediaType ?? null, media: header?.media ?? null }
  }
  const { provider } = await connectionToRead(work, connectionId)
  const values = mapTemplateValues(planned.values, fill)
  return templateMessageContent(planned.template, { connection_id: connectionId, provider }, values, header)
}

interface DueSchedule {
  readonly contact: RecipientVariableData
  readonly connectionId: ConnectionId
  readonly file: ScheduleMedia | null
}

async function variablesOf(
  work: CompanyWork,
  { name, number, email }: RecipientVariableData,
  now: Date,
): Promise<(written: string) => string> {
  const { time_zone: timeZone, language } = await ownCompany(work)
  return (written) => fillVariables(written, { name, number, email, now, timeZone, language })
}

const listOf = (file: ScheduleMedia | null) => (file === null ? [] : [file])
