import type { InputOf } from '@balcao/contract/endpoint'
import type { sendTemplate as call } from '@balcao/contract/message-templates'
import {
  fillTemplate,
  type HeaderFile,
  hasFileHeader,
  noValues,
  partsOf,
  type TemplateValues,
} from '@balcao/domain/message-templates'
import { capabilitiesOf, type FileKind } from '@balcao/domain/providers'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { PersonWork } from '../../platform/work'
import type { UnsignedMessage } from '../messages/messages.view'
import { type Draft, sendMessages } from '../messages/outgoing/send-message'
import { ticketToAnswer } from '../tickets/tickets.access'
import type { TicketRow } from '../tickets/tickets.queries'
import { templateToUse } from './message-templates.access'
import type { TemplateRow } from './message-templates.queries'
import { refuseTooLarge } from './save-template'

/** The file of a template's header, as stored. */
type HeaderMedia = Pick<Draft, 'media' | 'mediaType'>

/** Sends a template in an open ticket, also when its reply window is closed. */
export async function sendTemplate(
  work: PersonWork,
  { params: { ticketId }, body: { templateId, values = noValues, clientId } }: InputOf<typeof call>,
  files: readonly UploadedFile[],
): Promise<UnsignedMessage> {
  const ticket = await ticketToAnswer(work, ticketId)
  const template = await templateToUse(work, templateId)
  const content = templateContent(template, ticket, values, headerOf(files))
  const draft = { ...content, clientId: clientId ?? null, quotedId: null, origin: 'person' as const }
  const [sent] = await sendMessages(work, ticket.id, [draft])
  if (sent === undefined) throw new Error('one draft is one message')
  return sent
}

/** The text as the customer reads it, and what the provider sends. Refuses ERR_TEMPLATE_SEND. */
function templateContent(
  template: TemplateRow,
  { connection_id: connectionId, provider }: TicketRow,
  values: TemplateValues,
  header: HeaderMedia | null,
): Pick<Draft, 'body' | 'interactive' | 'media' | 'mediaType'> {
  if (template.connection_id !== connectionId) throw refuse('ERR_TEMPLATE_SEND', { what: 'connection' })
  if (template.status !== 'APPROVED') throw refuse('ERR_TEMPLATE_SEND', { what: 'status' })
  const parts = partsOf(template.components)
  const filled = fillTemplate(parts, values, template.is_named)
  if (typeof filled === 'string') throw refuse('ERR_TEMPLATE_SEND', { what: filled })
  if (hasFileHeader(parts) && header === null) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-missing' })
  if (!hasFileHeader(parts) && header !== null) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-none' })
  if (header !== null && parts.header !== null && parts.header.kind !== 'text')
    refuseWrongFile(provider ?? '', parts.header.kind, header)
  const { name, language } = template
  return {
    body: filled.text,
    interactive: { template: { name, language, components: filled.components } },
    media: header?.media ?? null,
    mediaType: header?.mediaType ?? null,
  }
}

function headerOf(files: readonly UploadedFile[]): HeaderMedia | null {
  const [file, ...others] = files
  if (others.length > 0) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-none' })
  if (file === undefined) return null
  const { mimetype, fileName, sizeBytes, width, height, key, mediaType } = file
  const media = { state: 'ready' as const, mimetype, fileName, sizeBytes, seconds: null, width, height, key }
  return { mediaType, media }
}

/** A picture is sent as a picture; any file may be a document. */
function refuseWrongFile(provider: string, kind: HeaderFile, { media, mediaType }: HeaderMedia): void {
  const sentAs: FileKind = mediaType === 'application' ? 'document' : ((mediaType ?? 'document') as FileKind)
  const types = capabilitiesOf(provider).files?.[kind].mimetypes
  const fits = sentAs === kind && (types === undefined || types.includes(media?.mimetype ?? ''))
  if (!fits) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-kind' })
  refuseTooLarge(kind, media?.sizeBytes ?? 0)
}
