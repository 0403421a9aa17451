import type { CompanyWork } from '../../platform/work'

/** Binds a sealed media reference to its message, so that it opens nowhere else. */
export function mediaReferenceContext(
  { companyId }: Pick<CompanyWork, 'companyId'>,
  whatsappId: string,
): string {
  return `messages.media_reference ${companyId} ${whatsappId}`
}
