import type { TemplateWithValues } from '@balcao/contract/message-templates'
import { hasFileHeader, mapTemplateValues, templatePartsOf } from '@balcao/domain/message-templates'
import { fillVariables } from '@balcao/domain/message-variables'
import { capabilitiesOf } from '@balcao/domain/providers'
import { Refusal, refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { connectionToRead } from '../connections/connections.access'
import type { ConnectionRow } from '../connections/connections.queries'
import { defaultConnectionId } from '../connections/connections.read'
import { templateToUse } from '../message-templates/message-templates.access'
import type { TemplateRow } from '../message-templates/message-templates.queries'
import {
  filledTemplateContent,
  type HeaderMedia,
  templateMessageContent,
} from '../message-templates/template-content'
import { type MessageDraft, refuseDraftBeyondProviderLimits } from '../messages/outgoing/send-message'
import { campaignSettings } from './campaign-settings.verbs'
import type { ShippingToSendRow } from './campaign-slots.queries'
import type { CampaignMedia, CampaignRow } from './campaigns.queries'

type ChosenTemplate = Pick<CampaignRow, 'template_id' | 'template_values'>
const noTemplate: ChosenTemplate = { template_id: null, template_values: null }

/** The campaign's chosen connection, else the company's default; null when there is neither. */
export async function connectionOfCampaign(
  work: Pick<CompanyWork, 'db'>,
  { connection_id: chosenId }: Pick<CampaignRow, 'connection_id'>,
): Promise<ConnectionRow | null> {
  const id = chosenId ?? (await defaultConnectionId(work))
  return id === null ? null : connectionToRead(work, id)
}

function needsTemplate({ provider }: Pick<ConnectionRow, 'provider'>): boolean {
  return capabilitiesOf(provider).mayStartConversations === 'with-template'
}

/**
 * The campaign's template after an update. `chosen` undefined, because clients of the earlier API never send one, keeps
 * the current template if it belongs to this connection.
 */
export async function templateAfterCampaignUpdate(
  work: CompanyWork,
  { template_id: beforeId, template_values: beforeValues }: ChosenTemplate,
  connection: ConnectionRow | null,
  chosen: TemplateWithValues | null | undefined,
): Promise<ChosenTemplate> {
  if (chosen === null) return noTemplate
  if (chosen !== undefined) {
    const { id } = await templateToUse(work, chosen.templateId)
    return { template_id: id, template_values: chosen.values }
  }
  const before = { template_id: beforeId, template_values: beforeValues }
  if (beforeValues === null || connection === null) return before
  if (!needsTemplate(connection)) return noTemplate
  if (beforeId === null) return before
  const template = await templateToUse(work, beforeId)
  return template.connection_id === connection.id ? before : noTemplate
}

type CampaignWithTemplate = ChosenTemplate &
  Pick<CampaignRow, 'confirmation' | 'messages' | 'file_list_id' | 'media'>

/** Refuses a campaign that this connection can't send. A draft may still lack its template, or its header's file. */
export async function refuseUnsendableTemplate(
  work: CompanyWork,
  campaign: CampaignWithTemplate,
  connection: ConnectionRow,
  { isDraft }: { readonly isDraft: boolean },
): Promise<void> {
  const { template_id: id, template_values: values, confirmation, file_list_id: fileListId, media } = campaign
  if (values === null) {
    if (needsTemplate(connection) && !isDraft) throw refuse('ERR_CAMPAIGN_NO_TEMPLATE')
    return
  }
  if (id === null) {
    if (!isDraft) throw refuse('ERR_CAMPAIGN_TEMPLATE_GONE')
    return
  }
  const template = await templateToUse(work, id)
  const over = { connection_id: connection.id, provider: connection.provider }
  const { time_zone: timeZone, language } = await ownCompany(work)
  const { variables } = await campaignSettings(work)
  const facts = { ...shortPerson, now: work.now, timeZone, language }
  const fill = (text: string) => fillVariables(text, facts, variables)
  const filled = mapTemplateValues(values, fill)
  const isFileAwaited = isDraft && hasTemplateFileHeader(template) && media === null
  if (isFileAwaited) filledTemplateContent(template, over.connection_id, filled)
  else templateMessageContent(template, over, filled, headerOf(template, campaign))
  // WhatsApp takes files after a template only when the customer has answered, so a file list needs a confirmation.
  if (!confirmation && fileListId !== null) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-list' })
  const file =
    media === null || hasTemplateFileHeader(template)
      ? { media: null, mediaType: null }
      : mediaOfHeader(media)
  if (confirmation)
    for (const text of campaign.messages)
      refuseDraftBeyondProviderLimits(connection.provider, { body: fill(text), ...file })
}

/** The shortest possible contact. A text that is too long for this contact is too long for every contact. */
const shortPerson = { name: 'A', number: '12345678', email: 'a@b.co' }

/** The campaign's file as the template's header. Null: no file, or the message after the template carries it. */
function headerOf(
  template: TemplateRow,
  { media, confirmation }: Pick<CampaignRow, 'media' | 'confirmation'>,
): HeaderMedia | null {
  return media !== null && (hasTemplateFileHeader(template) || !confirmation) ? mediaOfHeader(media) : null
}

function mediaOfHeader({ key, fileName, mimetype, mediaType, sizeBytes, width, height }: CampaignMedia) {
  const media = { state: 'ready' as const, key, fileName, mimetype, sizeBytes, seconds: null, width, height }
  return { mediaType, media }
}

export function hasTemplateFileHeader({ components }: Pick<TemplateRow, 'components'>): boolean {
  return hasFileHeader(templatePartsOf(components))
}

/** The template of a campaign; null: it has none. ERR_CAMPAIGN_TEMPLATE_GONE: its template was deleted. */
export async function templateOfCampaign(
  work: CompanyWork,
  { template_id: id, template_values: values }: ChosenTemplate,
): Promise<TemplateRow | null> {
  if (values === null) return null
  if (id === null) throw refuse('ERR_CAMPAIGN_TEMPLATE_GONE')
  return templateToUse(work, id)
}

/** Whether the next message to this contact is the campaign's template. A contact who confirmed gets a free text. */
export function isSentAsTemplate(
  campaign: CampaignRow,
  { state }: Pick<ShippingToSendRow, 'state'>,
): boolean {
  return campaign.template_values !== null && (!campaign.confirmation || state === 'pending')
}

/** The filled template for one contact. `file` is the copy of the campaign's file for this message. */
export function templateContentForContact(
  template: TemplateRow,
  campaign: CampaignRow,
  connection: Pick<ConnectionRow, 'id' | 'provider'>,
  fill: (text: string) => string,
  file: CampaignMedia | null,
): Pick<MessageDraft, 'body' | 'interactive' | 'media' | 'mediaType'> {
  const { template_values: values } = campaign
  if (values === null) throw new Error(`campaign ${campaign.id} has no template`)
  return templateMessageContent(
    template,
    { connection_id: connection.id, provider: connection.provider },
    mapTemplateValues(values, fill),
    file === null ? null : mediaOfHeader(file),
  )
}

/** Refusals caused by the values of one contact. Any other refusal would meet every contact, so the campaign pauses. */
const ofOneContact: readonly unknown[] = ['value-missing', 'too-long']

export function isTemplateRefusedForAll(error: unknown): error is Refusal {
  return (
    error instanceof Refusal && error.code === 'ERR_TEMPLATE_SEND' && !ofOneContact.includes(error.data.what)
  )
}
