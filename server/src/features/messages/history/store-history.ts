import type { ConnectionId, ContactId, MessageId } from '@balcao/domain/ids'
import type { InboundMessage, PersonAddress } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../../platform/encryption'
import type { CompanyWork } from '../../../platform/work'
import { systemTextsInCompanyLanguage } from '../../companies/companies.read'
import type { ContactRow } from '../../contacts/contacts.queries'
import { refreshHistoryTicketSummary } from '../../tickets/history/history-ticket'
import type { TicketRow } from '../../tickets/tickets.queries'
import { isViewOnce, storedContentOf } from '../incoming/inbound-content'
import type { IncomingMessageWithContacts } from '../incoming/store-incoming'
import { encryptMediaReference } from '../media/media-reference'
import { listedMessageOf } from '../record-message'
import { refreshTicketSummary } from './merge-messages'
import { lastMessageOfTicket } from './merge-messages.queries'
import {
  deleteHistoryCopyRow,
  firstAndLastTimeOfTicket,
  firstLiveMessageTime,
  insertHistoryMessages,
  linkQuotesOfHistory,
} from './store-history.queries'

interface ConversationHistoryPart {
  readonly ticket: TicketRow
  readonly contact: ContactRow
  readonly connectionId: ConnectionId
  /** Messages of one conversation, oldest first. */
  readonly messages: readonly InboundMessage[]
  readonly authors: (author: PersonAddress | null) => ContactId | null
}

/** Returns the number of new messages. They count as read and send no events; their media are fetched on demand. */
export async function storeConversationHistory(
  work: CompanyWork,
  dataKeys: DataKeys,
  { ticket, contact, connectionId, messages, authors }: ConversationHistoryPart,
): Promise<number> {
  const texts = await systemTextsInCompanyLanguage(work)
  const rows = messages.map((inbound) => {
    const { body, mediaType, media, reference, linkPreview } = storedContentOf(inbound.content, texts)
    return {
      inbound,
      body,
      mediaType,
      media: media === null ? null : JSON.stringify({ ...media, state: 'not-fetched' }),
      sealed: encryptMediaReference(work, dataKeys, inbound.id, reference),
      preview: linkPreview === null ? null : JSON.stringify(linkPreview),
    }
  })
  const live = await work.db.row(firstLiveMessageTime, { contactId: contact.id })

  const stored = await work.db.rows(insertHistoryMessages, {
    ticketId: ticket.id,
    contactId: contact.id,
    connectionId,
    whatsappIds: rows.map(({ inbound }) => inbound.id),
    authorContactIds: rows.map(({ inbound }) => authors(inbound.author)),
    bodies: rows.map(({ body }) => body),
    fromMe: rows.map(({ inbound }) => inbound.fromMe),
    mediaTypes: rows.map(({ mediaType }) => mediaType),
    media: rows.map(({ media }) => media),
    sealedMediaReferences: rows.map(({ sealed }) => sealed),
    areViewOnce: rows.map(({ inbound }) => isViewOnce(inbound.content)),
    linkPreviews: rows.map(({ preview }) => preview),
    sentAt: rows.map(({ inbound }) => (inbound.sentAt > work.now ? work.now : inbound.sentAt)),
    liveSince: live?.created_at ?? null,
    at: work.now,
  })
  if (stored.length === 0) return 0

  await quote(work, stored, messages)
  await saveTicketSummary(work, ticket)
  return stored.length
}

/** Links replies to the quoted messages. If the quoted one arrives in a later part, the reply has no quote. */
async function quote(
  work: CompanyWork,
  stored: readonly { id: MessageId; whatsapp_id: string }[],
  messages: readonly InboundMessage[],
): Promise<void> {
  const quotes = new Map(messages.map(({ id, quotedId }) => [String(id), quotedId]))
  const answers = stored.flatMap(({ id, whatsapp_id }) => {
    const quotedId = quotes.get(whatsapp_id) ?? null
    return quotedId === null ? [] : [{ id, quotedId }]
  })
  if (answers.length === 0) return
  await work.db.run(linkQuotesOfHistory, {
    ids: answers.map(({ id }) => id),
    quotedWhatsappIds: answers.map(({ quotedId }) => quotedId),
  })
}

async function saveTicketSummary(work: CompanyWork, ticket: TicketRow): Promise<void> {
  const last = await work.db.one(lastMessageOfTicket, { ticketId: ticket.id })
  const { first_at: firstAt, last_at: lastAt } = await work.db.one(firstAndLastTimeOfTicket, {
    ticketId: ticket.id,
  })
  await refreshHistoryTicketSummary(work, ticket.id, { last: listedMessageOf(last), firstAt, lastAt })
}

/** Deletes the history's copy of a message that arrives live: only a live one opens a ticket. False: no copy. */
export async function deleteHistoryCopyOfMessage(
  work: CompanyWork,
  { contact, author, inbound }: Pick<IncomingMessageWithContacts, 'contact' | 'author' | 'inbound'>,
): Promise<boolean> {
  const taken = await work.db.row(deleteHistoryCopyRow, {
    contactId: contact.id,
    whatsappId: inbound.id,
    fromMe: inbound.fromMe,
    authorContactId: author?.id ?? null,
  })
  if (taken === null) return false
  await refreshTicketSummary(work, taken.ticket_id)
  return true
}
