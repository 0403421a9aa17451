import type { CompanyWork } from '../../platform/work'
import { sendAll } from '../messages/outgoing/send-message'
import type { TicketRow } from '../tickets/tickets.queries'

interface AutomaticText {
  readonly ticket: TicketRow
  readonly body: string
  readonly origin: 'automatic' | 'bot'
}

/** Sends automatic texts, marked as written by the system or by the menu; those of one ticket in this order. */
export async function sendAllAutomatically(
  work: CompanyWork,
  texts: readonly AutomaticText[],
): Promise<void> {
  await sendAll(
    work,
    texts.map(({ ticket, body, origin }) => ({
      ticket,
      draft: { body, clientId: null, mediaType: null, media: null, quotedId: null, origin },
      userId: null,
    })),
  )
}

export function sendAutomatically(work: CompanyWork, ticket: TicketRow, body: string): Promise<void> {
  return sendAllAutomatically(work, [{ ticket, body, origin: 'automatic' }])
}
