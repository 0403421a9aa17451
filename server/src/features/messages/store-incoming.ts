import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import { type DataKeys, encrypt } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import type { ContactRow } from '../contacts/contacts.queries'
import type { TicketRow } from '../tickets/tickets.queries'
import { applyEarlyChanges } from './early-changes'
import { isViewOnce, storedContent } from './inbound-content'
import { insertMessage } from './insert-message'
import { mediaReferenceContext } from './media-reference'
import { messageInChat, quotedInChat } from './messages.queries'
import { orderMediaFetch } from './order-media'
import { recordStored } from './record-message'

export interface Incoming {
  readonly ticket: TicketRow
  readonly contact: ContactRow
  /** Who wrote it within a group. */
  readonly author: ContactRow | null
  readonly connectionId: ConnectionId
  readonly inbound: InboundMessage
  /** False for words that call nobody; what came in counts, if it is not said. */
  readonly countsAsUnread?: boolean
}

/** Is this message here already? Asked before anything is opened for it. */
export async function isStored(
  work: CompanyWork,
  { contact, author, inbound }: Pick<Incoming, 'contact' | 'author' | 'inbound'>,
): Promise<boolean> {
  return (
    (await work.db.row(messageInChat, [contact.id, inbound.id, inbound.fromMe, author?.id ?? null])) !== null
  )
}

/**
 * Stores what WhatsApp delivered, once (MESSAGE-09): the message, the unread count, the event, and the order to fetch
 * its media. What the owner typed on the handset is ours, and sent.
 */
export async function storeIncoming(
  work: CompanyWork,
  dataKeys: DataKeys,
  { ticket, contact, author, connectionId, inbound, countsAsUnread = !inbound.fromMe }: Incoming,
): Promise<'stored' | 'repeated'> {
  const stored = storedContent(inbound.content, await textsOfCompany(work))
  const { body, mediaType, media, reference, linkPreview } = stored
  const quoted =
    inbound.quotedId === null ? null : await work.db.row(quotedInChat, [contact.id, inbound.quotedId])
  const row = await insertMessage(
    work,
    {
      ticketId: ticket.id,
      contactId: contact.id,
      authorContactId: author?.id ?? null,
      userId: null,
      connectionId,
      whatsappId: inbound.id,
      clientId: null,
      body,
      fromMe: inbound.fromMe,
      ack: inbound.fromMe ? 1 : 0,
      isRead: !countsAsUnread,
      mediaType,
      media,
      sealedMediaReference:
        reference === null
          ? null
          : encrypt(dataKeys, Buffer.from(reference), mediaReferenceContext(work, inbound.id)),
      quotedId: quoted?.id ?? null,
      origin: inbound.fromMe ? 'device' : null,
      isViewOnce: isViewOnce(inbound.content),
      location: null,
      linkPreview,
    },
    writtenAt(inbound.sentAt, work.now),
  )
  if (row === null) return 'repeated'

  if (reference !== null) orderMediaFetch(work, row.id)
  await recordStored(work, row, { countsAsUnread })
  if (row.is_awaited) await applyEarlyChanges(work, { connectionId, inbound })
  return 'stored'
}

/** So near to now, a message came now. */
const nowMilliseconds = 2_000

/**
 * WhatsApp tells whole seconds, in which lists would lose the order of what happens at once; what waited for us keeps its
 * time. A phone's clock may be wrong: nothing comes from the future.
 */
function writtenAt(sentAt: Date, now: Date): Date {
  return now.getTime() - sentAt.getTime() < nowMilliseconds ? now : sentAt
}
