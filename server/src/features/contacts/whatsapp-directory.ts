import type { CompanyId } from '@balcao/domain/ids'
import type { ChatAddress, GroupAddress, PersonAddress } from '@balcao/whatsapp/gateway'

/** Lookups on the company's connections that contacts need. The sessions role implements it. */
export interface WhatsappDirectory {
  /** `unknown`: no such account. `unreachable`: no connection is connected. Throws when WhatsApp does not answer. */
  lookUp(companyId: CompanyId, phone: string): Promise<PersonAddress | 'unknown' | 'unreachable'>
  /** For each chat, in the same order, a short-lived URL of its picture, or null. */
  picturesOf(companyId: CompanyId, chats: readonly ChatAddress[]): Promise<readonly (string | null)[]>
  /** The subject of a group; null when WhatsApp withholds it, `unreachable` when no connection is connected. */
  subjectOf(companyId: CompanyId, group: GroupAddress): Promise<string | null | 'unreachable'>
}
