import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'

/** Eighteen random digits behind WhatsApp Web's prefix, as its clients build them. */
export function reserveWhatsappId(work: Pick<CompanyWork, 'newUuid'>): WhatsappMessageId {
  const digits = work.newUuid().replaceAll('-', '').slice(0, 18).toUpperCase()
  return `3EB0${digits}` as WhatsappMessageId // generated here by WhatsApp's rules
}

/** Whether the id was reserved here, rather than given by a provider. */
export function isReservedId(id: string): boolean {
  return /^3EB0[0-9A-F]{18}$/.test(id)
}
