import {
  canUseFileInTemplateHeader,
  type FilledTemplate,
  fillTemplate,
  type TemplateHeaderFileKind,
  type TemplateValues,
  templatePartsOf,
} from '@balcao/domain/message-templates'
import type { SendableFileKind } from '@balcao/domain/providers'
import type { UploadedFile } from '../../platform/http/upload'
import { type Refusal, refuse } from '../../platform/refusal'
import type { MessageDraft } from '../messages/outgoing/send-message'
import type { TicketRow } from '../tickets/tickets.queries'
import type { TemplateRow } from './message-templates.queries'
import { refuseLargeSample } from './save-template'

export type HeaderMedia = Pick<MessageDraft, 'media' | 'mediaType'>

/** The uploaded file as the header of a template; null without a file. A call carries at most one. */
export function headerMediaOf(files: readonly UploadedFile[]): HeaderMedia | null {
  const [file, ...others] = files
  if (others.length > 0) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-none' })
  if (file === undefined) return null
  const { mimetype, fileName, sizeBytes, width, height, key, mediaType } = file
  const media = { state: 'ready' as const, mimetype, fileName, sizeBytes, seconds: null, width, height, key }
  return { mediaType, media }
}

/** The text that the customer reads, and the content that the provider sends over this connection. */
export function templateMessageContent(
  template: TemplateRow,
  { connection_id: connectionId, provider }: Pick<TicketRow, 'connection_id' | 'provider'>,
  values: TemplateValues,
  header: HeaderMedia | null,
): Pick<MessageDraft, 'body' | 'interactive' | 'media' | 'mediaType'> {
  const filled = filledTemplateContent(template, connectionId, values)
  refuseWrongHeader(template, provider, header)
  const { name, language } = template
  return {
    body: filled.text,
    interactive: { template: { name, language, components: filled.components } },
    media: header?.media ?? null,
    mediaType: header?.mediaType ?? null,
  }
}

export function filledTemplateContent(
  template: TemplateRow,
  connectionId: TicketRow['connection_id'],
  values: TemplateValues,
): FilledTemplate {
  if (template.connection_id !== connectionId) throw refuse('ERR_TEMPLATE_SEND', { what: 'connection' })
  if (template.status !== 'APPROVED') throw refuse('ERR_TEMPLATE_SEND', { what: 'status' })
  const filled = fillTemplate(templatePartsOf(template.components), values, template.is_named)
  if (typeof filled === 'string') throw refuse('ERR_TEMPLATE_SEND', { what: filled })
  return filled
}

export function refuseWrongHeader(
  { components }: Pick<TemplateRow, 'components'>,
  provider: string | null,
  file: HeaderMedia | null,
): void {
  const { header } = templatePartsOf(components)
  if (header === null || header.kind === 'text') {
    if (file !== null) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-none' })
    return
  }
  if (file === null) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-missing' })
  refuseWrongFile(provider ?? '', header.kind, file)
}

function refuseWrongFile(
  provider: string,
  kind: TemplateHeaderFileKind,
  { media, mediaType }: HeaderMedia,
): void {
  const sentAs: SendableFileKind =
    mediaType === 'application' ? 'document' : ((mediaType ?? 'document') as SendableFileKind)
  if (!canUseFileInTemplateHeader(kind, provider, { kind: sentAs, mimetype: media?.mimetype ?? '' }))
    throw refuse('ERR_TEMPLATE_SEND', { what: 'file-kind' })
  refuseLargeSample(kind, media?.sizeBytes ?? 0)
}

/** The code to store for a refusal. ERR_TEMPLATE_SEND gets its reason, because the page has a text for each reason. */
export function storedRefusalCode({ code, data: { what } }: Refusal): string {
  return code === 'ERR_TEMPLATE_SEND' ? `${code}_${what}` : code
}
