import type { CompanyId } from '@balcao/domain/ids'
import { NotConnected } from '@balcao/whatsapp/gateway'
import { connectedConnections } from '../features/connections/connections.read'
import type { LiveLink, LiveLinks } from '../features/connections/live-links.port'
import type { WhatsappDirectory } from '../features/contacts/whatsapp-directory'
import type { Workplace } from '../platform/work'

/** Answers queries about people on WhatsApp over any open link of the company. */
export function whatsappDirectory(workplace: Workplace, live: LiveLinks): WhatsappDirectory {
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
    async subjectOf(companyId, group) {
      const links = await openLinks(companyId)
      if (links.length === 0) return 'unreachable'
      // Only a connection that is in the group gets an answer.
      const results = await Promise.allSettled(links.map((link) => link.groupInfo(group)))
      const subject = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.subject] : []))[0]
      if (subject !== undefined) return subject
      const isCutOff = results.some((one) => one.status === 'rejected' && one.reason instanceof NotConnected)
      return isCutOff ? 'unreachable' : null
    },
  }

  async function openLink(companyId: CompanyId): Promise<LiveLink | null> {
    return (await openLinks(companyId))[0] ?? null
  }

  /** The default connection first. */
  async function openLinks(companyId: CompanyId): Promise<LiveLink[]> {
    const connections = await workplace.withCompany(
      { kind: 'system', name: 'whatsapp directory', companyId },
      connectedConnections,
    )
    return connections.flatMap(({ id }) => live.link(companyId, id) ?? [])
  }
}

/** A contact may hide its picture, and the link may be closed: both return no picture for now. */
function noPicture(): null {
  return null
}
