import type { CompanyId } from '@balcao/domain/ids'
import type { ChatAddress, GroupAddress, PersonAddress } from '@balcao/whatsapp/gateway'

/** The company's linked numbers, as far as contacts need them. The sessions role fulfils it. */
export interface WhatsappDirectory {
  /**
   * Who is behind a number: an identity, `unknown` when WhatsApp has nobody there, `unreachable` when no number of the
   * company is connected. A question that WhatsApp does not answer throws.
   */
  lookUp(companyId: CompanyId, phone: string): Promise<PersonAddress | 'unknown' | 'unreachable'>
  /** A short-lived address of the picture, or null. */
  pictureOf(companyId: CompanyId, chat: ChatAddress): Promise<string | null>
  /** What a group is called; null when WhatsApp does not tell, `unreachable` when nobody could be asked. */
  subjectOf(companyId: CompanyId, group: GroupAddress): Promise<string | null | 'unreachable'>
}
