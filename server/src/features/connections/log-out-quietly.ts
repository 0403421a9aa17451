import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import { NotConnected } from '@balcao/whatsapp/gateway'
import type { LiveLinks } from './live-links.port'

/**
 * Unlinks a number on WhatsApp before its connection is deleted, so that the phone stops listing us. Nothing to do when
 * it is not open here: what is deleted then stays listed on the phone until its owner removes it.
 */
export async function logOutQuietly(
  links: LiveLinks,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  try {
    await links.link(companyId, connectionId)?.logout()
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error
  }
}
