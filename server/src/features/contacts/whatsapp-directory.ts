import type { CompanyId } from '@balcao/domain/ids'
import type { ChatAddress, GroupAddress, PersonAddress } from '@balcao/whatsapp/gateway'

/** Lookups on the company's connections that contacts need. The sessions role implements it. */
export interface WhatsappDirectory {
  /**
   * The account behind a number: an identity, `unknown` when WhatsApp has no such account, or `unreachable`
   * when no connection of the company is connected. Throws when WhatsApp does not answer.
   */
  lookUp(companyId: CompanyId, phone: string): Promise<PersonAddress | 'unknown' | 'unreachable'>
  /** For each chat, in the same order, a short-lived URL of its picture, or null. */
  picturesOf(companyId: CompanyId, chats: readonly ChatAddress[]): Promise<readonly (string | null)[]>
  /** The subject of a group; null when WhatsApp withholds it, `unreachable` when no connection is connected. */
  subjectOf(companyId: CompanyId, group: GroupAddress): Promise<string | null | 'unreachable'>
}
