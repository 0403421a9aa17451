import type { CompanyWork } from '../../../platform/work'

/** Binds a media reference to its message, so that no other message can decrypt it. */
export function mediaReferenceEncryptionContext(
  { companyId }: Pick<CompanyWork, 'companyId'>,
  whatsappId: string,
): string {
  return `messages.media_reference ${companyId} ${whatsappId}`
}
