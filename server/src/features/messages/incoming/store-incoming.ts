import type { ConnectionId } from '@balcao/domain/ids'
import type { InboundMessage } from '@balcao/whatsapp/gateway'
import { type DataKeys, encrypt } from '../../../platform/encryption'
import type { CompanyWork } from '../../../platform/work'
import { textsOfCompany } from '../../companies/companies.read'
import type { ContactRow } from '../../contacts/contacts.queries'
import type { TicketRow } from '../../tickets/tickets.queries'
import { applyEarlyChanges } from '../changes/early-changes'
import { insertMessage } from '../insert-message'
import { mediaReferenceContext } from '../media/media-reference'
import { orderMediaFetch } from '../media/order-media'
import { messageInChat, quotedInChat } from '../messages.queries'
import { recordStored } from '../record-message'
import { isViewOnce, storedContent } from './inbound-content'

export interface Incoming {
  readonly ticket: TicketRow
  readonly contact: ContactRow
  /** The writer within a group. */
  readonly author: ContactRow | null
  readonly connectionId: ConnectionId
  readonly inbound: InboundMessage
  /** False: the message needs no answer. The default counts an incoming message. */
  readonly countsAsUnread?: boolean
}

/** Whether this message is stored already; checked before a ticket is opened for it. */
export async function isStored(
  work: CompanyWork,
  { contact, author, inbound }: Pick<Incoming, 'contact' | 'author' | 'inbound'>,
): Promise<boolean> {
  return (
    (await work.db.row(messageInChat, {
      contactId: contact.id,
      whatsappId: inbound.id,
      fromMe: inbound.fromMe,
      authorContactId: author?.id ?? null,
    })) !== null
  )
}

/**
 * Stores a message from WhatsApp once (MESSAGE-09): the row, the unread count, the event, and the order to fetch its
 * media. A message typed on the handset counts as ours and sent.
 */
export async function storeIncoming(
  work: CompanyWork,
  dataKeys: DataKeys,
  { ticket, contact, author, connectionId, inbound, countsAsUnread = !inbound.fromMe }: Incoming,
): Promise<'stored' | 'repeated'> {
  const stored = storedContent(inbound.content, await textsOfCompany(work))
  const { body, mediaType, media, reference, linkPreview } = stored
  const quoted =
    inbound.quotedId === null
      ? null
      : await work.db.row(quotedInChat, { contactId: contact.id, whatsappId: inbound.quotedId })
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

/** A message this close to the current time gets the current time. */
const nowMilliseconds = 2_000

/**
 * WhatsApp's times have whole seconds, which would lose the order of messages in lists; a delayed message keeps its
 * time. A phone's clock may be ahead: no message is dated in the future.
 */
function writtenAt(sentAt: Date, now: Date): Date {
  return now.getTime() - sentAt.getTime() < nowMilliseconds ? now : sentAt
}
