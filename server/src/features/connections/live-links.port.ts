import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { WhatsappLink } from '@balcao/whatsapp/gateway'

/**
 * The linked numbers that this process owns, for calls that can't use the outbox. The sessions role implements it.
 */
export interface LiveLinks {
  /** Null when no session of this connection is open here. */
  link(companyId: CompanyId, connectionId: ConnectionId): WhatsappLink | null
}
