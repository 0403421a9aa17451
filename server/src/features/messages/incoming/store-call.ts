import { companyTexts } from '@balcao/domain/company-texts'
import type { ConnectionId } from '@balcao/domain/ids'
import { hourMinuteText } from '@balcao/domain/message-variables'
import type { InboundCall } from '@balcao/whatsapp/gateway'
import type { CompanyWork } from '../../../platform/work'
import { ownCompany } from '../../companies/companies.read'
import type { ContactRow } from '../../contacts/contacts.queries'
import type { TicketRow } from '../../tickets/tickets.queries'
import { saveReplyWindows, storedMessagesInChats } from '../messages.queries'
import { reserveIdsForMessages, storeMessages } from '../store-messages'

interface IncomingCall {
  readonly ticket: TicketRow
  readonly contact: ContactRow
  readonly connectionId: ConnectionId
  readonly inbound: InboundCall
}

/** Whether this call is stored already; checked before a ticket is opened for it. */
export async function isCallStored(
  work: CompanyWork,
  contact: ContactRow,
  inbound: InboundCall,
): Promise<boolean> {
  const rows = await work.db.rows(storedMessagesInChats, {
    contactIds: [contact.id],
    whatsappIds: [idOf(inbound)],
    areFromMe: [false],
    authorContactIds: [null],
  })
  return rows.length > 0
}

/** Saves until when free messages may be sent to the caller (the reply window), if the provider limits that time. */
export function openReplyWindowOfCall(
  { db }: Pick<CompanyWork, 'db'>,
  { contact, connectionId, inbound: { replyUntil } }: Omit<IncomingCall, 'ticket'>,
): void {
  if (replyUntil === undefined) return
  db.send(saveReplyWindows, {
    contactIds: [contact.id],
    connectionIds: [connectionId],
    closesAt: [replyUntil],
  })
}

/** A call is stored as a message of type `call_log` (CONVO-08). A call that was not answered counts as unread. */
export async function storeCall(
  work: CompanyWork,
  { ticket, contact, connectionId, inbound }: IncomingCall,
): Promise<void> {
  const [{ language, time_zone: timeZone }, [id]] = await Promise.all([
    ownCompany(work),
    reserveIdsForMessages(work, 1),
  ])
  if (id === undefined) throw new Error('one id was reserved')
  const rangAt = inbound.at > work.now ? work.now : inbound.at
  const isMissed = wasCallMissed(inbound)
  const message = {
    id,
    ticketId: ticket.id,
    contactId: contact.id,
    authorContactId: null,
    userId: null,
    connectionId,
    whatsappId: idOf(inbound),
    clientId: null,
    body: companyTexts(language).callAt(inbound, hourMinuteText(rangAt, timeZone)),
    fromMe: false,
    ack: 0,
    isRead: !isMissed,
    mediaType: 'call_log',
    media: null,
    sealedMediaReference: null,
    quotedId: null,
    origin: null,
    isViewOnce: false,
    location: null,
    linkPreview: null,
    interactive: null,
    rawContent: null,
    createdAt: rangAt,
    writer: { id: contact.id, name: contact.name },
  } as const
  await storeMessages(work, [{ ticket, message, countsAsUnread: isMissed }])
}

/** Whether the call was missed or refused by the server, so that the caller still waits for an answer. */
export function wasCallMissed({ outcome }: InboundCall): boolean {
  return outcome === 'missed' || outcome === 'refused'
}

/** The prefix prevents collisions, because WhatsApp assigns the ids of calls and of messages independently. */
function idOf({ id }: InboundCall): string {
  return `call:${id}`
}
