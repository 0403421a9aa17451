import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { WhatsappLink } from '@balcao/whatsapp/gateway'

/** The linked numbers that this process owns, for what can't go through the queues. The sessions role fulfils it. */
export interface LiveLinks {
  /** Null when no session of this connection is open here. */
  link(companyId: CompanyId, connectionId: ConnectionId): WhatsappLink | null
}
