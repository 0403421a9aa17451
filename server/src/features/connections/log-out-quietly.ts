import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { LiveLinks } from './live-links.port'

/**
 * Unlinks a number on WhatsApp before its connection is deleted, so that the phone no longer lists the device.
 * Without an open session in this process the phone lists it until its owner removes it.
 */
export async function logOutQuietly(
  links: LiveLinks,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  try {
    await links.link(companyId, connectionId)?.logout()
  } catch {
    // An unreachable number, or a refusal of WhatsApp, must not prevent the deletion. The keys are deleted too, so
    // the link that the phone still lists is useless.
  }
}
