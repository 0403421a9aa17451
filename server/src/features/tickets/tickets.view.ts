import type { TicketView } from '@balcao/contract/tickets'
import type { MediaLinks } from '../../platform/media-links'

/** The wire's ticket as the database builds it: all there, but the picture is a key of the file store. */
export type UnsignedTicket = Omit<TicketView, 'contact'> & {
  readonly contact: Omit<TicketView['contact'], 'profilePicUrl'> & { readonly pictureKey: string | null }
}

/**
 * The same for tickets that the database wrote as JSON: their pictures become links, the rest goes out as it is. Within a
 * JSON text every quote has a backslash before it, so that what is looked for stands nowhere else.
 */
export function signedTickets(json: string, links: MediaLinks): string {
  return json.replace(/"pictureKey":(?:null|"([^"]*)")/g, (_, key?: string) => {
    const link = key === undefined ? null : links.toFile(key)
    return `"profilePicUrl":${JSON.stringify(link)}`
  })
}

/** A ticket as it stands on the wire, for answers and events alike. */
export function ticketView(ticket: UnsignedTicket, links: MediaLinks): TicketView {
  const { pictureKey, ...contact } = ticket.contact
  const profilePicUrl = pictureKey === null ? null : links.toFile(pictureKey)
  return { ...ticket, contact: { ...contact, profilePicUrl } }
}
