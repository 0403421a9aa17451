import type { ConnectionId } from '@balcao/domain/ids'
import {
  type FilledTemplate,
  fillTemplate,
  type HeaderFile,
  hasFileHeader,
  partsOf,
  type TemplateParts,
  type TemplateValues,
} from '@balcao/domain/message-templates'
import { capabilitiesOf, type FileKind } from '@balcao/domain/providers'
import { refuse } from '../../platform/refusal'
import type { Draft } from '../messages/outgoing/send-message'
import type { TicketRow } from '../tickets/tickets.queries'
import type { TemplateRow } from './message-templates.queries'
import { refuseTooLarge } from './save-template'

/** The file of a template's header, as stored. */
export type HeaderMedia = Pick<Draft, 'media' | 'mediaType'>

/**
 * The text as the customer reads it, and what the provider sends over this connection. `header` is the file of the
 * template's header. Refuses ERR_TEMPLATE_SEND.
 */
export function templateContent(
  template: TemplateRow,
  { connection_id: connectionId, provider }: Pick<TicketRow, 'connection_id' | 'provider'>,
  values: TemplateValues,
  header: HeaderMedia | null,
): Pick<Draft, 'body' | 'interactive' | 'media' | 'mediaType'> {
  const { parts, filled } = filledTemplate(template, connectionId, values)
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

/** The parts of a template, and its text filled. The file of its header is not looked at. Refuses ERR_TEMPLATE_SEND. */
export function filledTemplate(
  template: TemplateRow,
  connectionId: ConnectionId | null,
  values: TemplateValues,
): { readonly parts: TemplateParts; readonly filled: FilledTemplate } {
  if (template.connection_id !== connectionId) throw refuse('ERR_TEMPLATE_SEND', { what: 'connection' })
  if (template.status !== 'APPROVED') throw refuse('ERR_TEMPLATE_SEND', { what: 'status' })
  const parts = partsOf(template.components)
  const filled = fillTemplate(parts, values, template.is_named)
  if (typeof filled === 'string') throw refuse('ERR_TEMPLATE_SEND', { what: filled })
  return { parts, filled }
}

/** A picture is sent as a picture; any file may be a document. */
function refuseWrongFile(provider: string, kind: HeaderFile, { media, mediaType }: HeaderMedia): void {
  const sentAs: FileKind = mediaType === 'application' ? 'document' : ((mediaType ?? 'document') as FileKind)
  const types = capabilitiesOf(provider).files?.[kind].mimetypes
  const fits = sentAs === kind && (types === undefined || types.includes(media?.mimetype ?? ''))
  if (!fits) throw refuse('ERR_TEMPLATE_SEND', { what: 'file-kind' })
  refuseTooLarge(kind, media?.sizeBytes ?? 0)
}
