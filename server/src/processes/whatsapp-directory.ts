import type { CompanyId } from '@balcao/domain/ids'
import { NotConnected, type WhatsappLink } from '@balcao/whatsapp/gateway'
import { connectedConnections } from '../features/connections/connections.read'
import type { LiveLinks } from '../features/connections/live-links.port'
import type { WhatsappDirectory } from '../features/contacts/whatsapp-directory'
import type { Workplace } from '../platform/work'

/** Answers questions about people on WhatsApp over whichever linked number of the company is open here. */
export function whatsappDirectory(workplace: Workplace, links: LiveLinks): WhatsappDirectory {
  return {
    async lookUp(companyId, phone) {
      const link = await openLink(companyId)
      if (link === null) return 'unreachable'
      try {
        return (await link.lookUp(phone)) ?? 'unknown'
      } catch (error) {
        if (error instanceof NotConnected) return 'unreachable'
        throw error
      }
    },
    async pictureOf(companyId, chat) {
      const link = await openLink(companyId)
      return link === null ? null : link.profilePicture(chat).catch(noPicture)
    },
  }

  async function openLink(companyId: CompanyId): Promise<WhatsappLink | null> {
    const connections = await workplace.withCompany(
      { kind: 'house', name: 'whatsapp directory', companyId },
      connectedConnections,
    )
    for (const { id } of connections) {
      const link = links.link(companyId, id)
      if (link !== null) return link
    }
    return null
  }
}

/** A contact may hide its picture, and the number may have lost its connection: both mean none for now. */
function noPicture(): null {
  return null
}
