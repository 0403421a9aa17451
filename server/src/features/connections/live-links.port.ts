import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { GroupAddress, GroupInfo, WhatsappLink } from '@balcao/whatsapp/gateway'

/**
 * Requests to an open link, which another process may run. They fail with `NotConnected` when that process
 * does not answer.
 */
export interface LiveLink
  extends Pick<
    WhatsappLink,
    'typing' | 'requestReupload' | 'lookUp' | 'profilePicture' | 'requestPairingCode' | 'logout'
  > {
  groupInfo(group: GroupAddress): Promise<Pick<GroupInfo, 'subject'>>
}

/** The open links of the installation, for calls that can't use the outbox. The sessions role implements it. */
export interface LiveLinks {
  /** Null when no session of this connection is open. */
  link(companyId: CompanyId, connectionId: ConnectionId): LiveLink | null
  /** Null when no session of this connection is open in this process. */
  ownLink(companyId: CompanyId, connectionId: ConnectionId): WhatsappLink | null
}
