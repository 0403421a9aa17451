import type { CompanyId } from '@balcao/domain/ids'
import { capabilitiesOf } from '@balcao/domain/providers'
import { NotConnected } from '@balcao/whatsapp/gateway'
import { connectedConnections } from '../features/connections/connections.read'
import type { LiveLink, LiveLinks } from '../features/connections/live-links.port'
import type { WhatsappDirectory } from '../features/contacts/whatsapp-directory'
import type { Workplace } from '../platform/work'

type Connected = Awaited<ReturnType<typeof connectedConnections>>[number]
type Asked = 'looksUpNumbers' | 'profilePictures' | 'groups'

/** Looks up numbers, pictures and groups at WhatsApp, over any open link of the company. */
export function whatsappDirectory(workplace: Workplace, live: LiveLinks): WhatsappDirectory {
  return {
    async lookUp(companyId, phone) {
      const connections = await connectedTo(companyId)
      const link = linkThat(companyId, connections, 'looksUpNumbers')
      // No connected link can look up numbers. If all are of the official API, which cannot, the number counts
      // as usable.
      if (link === null) {
        const isWithout = (one: Connected) => !capabilitiesOf(one.provider).looksUpNumbers
        const cannotAsk = connections.length > 0 && connections.every(isWithout)
        return cannotAsk ? { kind: 'person', phone, lid: null } : 'unreachable'
      }
      try {
        return (await link.lookUp(phone)) ?? 'unknown'
      } catch (error) {
        if (error instanceof NotConnected) return 'unreachable'
        throw error
      }
    },
    async picturesOf(companyId, chats) {
      const link = linkThat(companyId, await connectedTo(companyId), 'profilePictures')
      const addresses: (string | null)[] = []
      // A failure counts as "no picture": the contact may hide it, or the link may be closed.
      for (const chat of chats) addresses.push((await link?.profilePicture(chat).catch(() => null)) ?? null)
      return addresses
    },
    async subjectOf(companyId, group) {
      const links = linksThat(companyId, await connectedTo(companyId), 'groups')
      if (links.length === 0) return 'unreachable'
      // Only a member of the group gets an answer, so all connections are asked.
      const results = await Promise.allSettled(links.map((link) => link.groupInfo(group)))
      const subject = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.subject] : []))[0]
      if (subject !== undefined) return subject
      const isCutOff = results.some((one) => one.status === 'rejected' && one.reason instanceof NotConnected)
      return isCutOff ? 'unreachable' : null
    },
  }

  /** Reads the company's connected connections, the default one first. */
  function connectedTo(companyId: CompanyId): Promise<readonly Connected[]> {
    return workplace.withCompany(
      { kind: 'system', name: 'whatsapp directory', companyId },
      connectedConnections,
    )
  }

  function linksThat(companyId: CompanyId, connections: readonly Connected[], act: Asked): LiveLink[] {
    return connections
      .filter(({ provider }) => capabilitiesOf(provider)[act])
      .flatMap(({ id }) => live.link(companyId, id) ?? [])
  }

  function linkThat(...asked: Parameters<typeof linksThat>): LiveLink | null {
    return linksThat(...asked)[0] ?? null
  }
}
