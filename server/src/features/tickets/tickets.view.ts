import type { TicketView } from '@balcao/contract/tickets'
import type { MediaLinks } from '../../platform/media-links'

/**
 * A ticket as the database builds it: the wire's shape, with a key of the file store in place of the picture's link.
 */
export type UnsignedTicket = Omit<TicketView, 'contact'> & {
  readonly contact: Omit<TicketView['contact'], 'profilePicUrl'> & { readonly pictureKey: string | null }
}

/**
 * Replaces the picture keys in JSON that the database wrote by links, without parsing it. The pattern matches no other
 * place: within a JSON string each quote has a backslash before it.
 */
export function signedTickets(json: string, links: MediaLinks): string {
  return json.replace(/"pictureKey":(?:null|"([^"]*)")/g, (_, key?: string) => {
    const link = key === undefined ? null : links.toFile(key)
    return `"profilePicUrl":${JSON.stringify(link)}`
  })
}

/** The wire shape of a ticket, for answers and events. */
export function ticketView(ticket: UnsignedTicket, links: MediaLinks): TicketView {
  const { pictureKey, ...contact } = ticket.contact
  const profilePicUrl = pictureKey === null ? null : links.toFile(pictureKey)
  return { ...ticket, contact: { ...contact, profilePicUrl } }
}
