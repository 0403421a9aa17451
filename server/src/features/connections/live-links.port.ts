import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { GroupAddress, GroupInfo, WhatsappLink } from '@balcao/whatsapp/gateway'

/**
 * An open link to WhatsApp, perhaps of another process. Calls fail with `NotConnected` if that process does not answer.
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
  /** The open link of this connection; null when none is open. */
  link(companyId: CompanyId, connectionId: ConnectionId): LiveLink | null
  /** The link that this process has opened; null when it has opened none. */
  ownLink(companyId: CompanyId, connectionId: ConnectionId): WhatsappLink | null
}
