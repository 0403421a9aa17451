import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
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
  } catch {
    // A number that cannot be reached, or that WhatsApp will not answer for, must not keep its connection from being
    // deleted; the keys go with it, so nobody can use the link that the phone still lists.
  }
}
