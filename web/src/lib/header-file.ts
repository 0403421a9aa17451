import {
  canUseFileInTemplateHeader,
  type TemplateHeaderFileKind,
  type TemplateParts,
  templateLimits,
} from '@balcao/domain/message-templates'
import { capabilitiesOf } from '@balcao/domain/providers'
import i18n from './i18n/i18n'

export interface TemplateFileHeader {
  readonly kind: TemplateHeaderFileKind
  readonly provider: string
}

/** The header of the template, if it is a file; null for another header, or without a template. */
export function templateFileHeaderOf(parts: TemplateParts | null, provider = ''): TemplateFileHeader | null {
  const header = parts?.header ?? null
  return header === null || header.kind === 'text' ? null : { kind: header.kind, provider }
}

/** Why the server would refuse the file for this header; undefined when it accepts the file. */
export function problemOfTemplateHeaderFile(
  file: File,
  { kind, provider }: TemplateFileHeader,
): string | undefined {
  const sentAs = (['image', 'video', 'audio'] as const).find((one) => file.type.startsWith(`${one}/`))
  if (!canUseFileInTemplateHeader(kind, provider, { kind: sentAs ?? 'document', mimetype: file.type }))
    return i18n.t('errors:ERR_TEMPLATE_SEND_file-kind')
  if (file.size === 0) return i18n.t('errors:ERR_UPLOAD_EMPTY')
  const most = templateLimits.files[kind]
  if (file.size <= most) return undefined
  return i18n.t('errors:ERR_UPLOAD_TOO_LARGE', { context: kind, limitMegabytes: most / 1_000_000 })
}

/** The file types that the browser offers for this header; empty for any type. */
export function acceptedTypesOfTemplateHeader({ kind, provider }: TemplateFileHeader): string {
  return capabilitiesOf(provider).files?.[kind].mimetypes?.join(',') ?? ''
}
