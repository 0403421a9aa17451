import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'

/** Eighteen random digits behind WhatsApp Web's prefix, as its clients build them. */
export function reserveWhatsappId(work: Pick<CompanyWork, 'newUuid'>): WhatsappMessageId {
  const digits = work.newUuid().replaceAll('-', '').slice(0, 18).toUpperCase()
  return `3EB0${digits}` as WhatsappMessageId // generated here by WhatsApp's rules
}
