import type { CompanyTexts } from '@balcao/domain/company-texts'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { type Ack, type MediaType, previewOf } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { saveSummary } from './contact/merge-tickets.queries'
import { recordChange } from './record-change'
import { noteLastMessage, noteMessage, type TicketRow, ticketById } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

/** The fields of a message that lists show on its ticket. */
export interface NotedMessage {
  readonly id: MessageId
  readonly body: string
  readonly mediaType: MediaType | null
  readonly fileName: string | null
  readonly fromMe: boolean
  readonly ack: Ack
  readonly isDeleted: boolean
  /** When it was written. It is long ago for a message that waited while the server was down. */
  readonly at: Date
  /** Sending failed, and is not tried again. */
  readonly hasFailed: boolean
}

/** Makes a message the last one of its ticket. Records no event, because the message's own event carries the ticket. */
export async function noteMessageOnTicket(
  work: CompanyWork,
  ticketId: TicketId,
  message: NotedMessage,
  { countsAsUnread, isAnswer }: { countsAsUnread: boolean; isAnswer: boolean },
): Promise<{ row: TicketRow; ticket: UnsignedTicket }> {
  const { id, fromMe, ack } = message
  const { ticket, ...row } = await work.db.one(noteMessage, {
    ticketId,
    messageId: id,
    preview: await previewIn(work, message),
    fromMe,
    ack,
    countsAsUnread,
    at: message.at,
    isAnswer,
  })
  return { row, ticket }
}

/** Updates the ticket after a message got another ack or text, and publishes the change if lists show it. */
export async function noteMessageChange(
  work: CompanyWork,
  ticketId: TicketId,
  message: NotedMessage,
): Promise<void> {
  const before = await work.db.one(ticketById, { ticketId })
  const changed = await work.db.run(noteLastMessage, {
    ticketId,
    messageId: message.id,
    preview: await previewIn(work, message),
    ack: message.ack,
    hasFailed: message.hasFailed,
    isCustomers: !message.fromMe,
  })
  if (changed > 0) await recordChange(work, before, ticketId)
}

/** Saves what lists show of a ticket after messages moved into or out of it. Records no event: the caller does. */
export async function noteSummary(
  work: CompanyWork,
  ticketId: TicketId,
  { last, unread }: { last: NotedMessage | null; unread: number },
): Promise<void> {
  const shown = last === null ? '' : await previewIn(work, last)
  await work.db.run(saveSummary, {
    ticketId,
    lastMessageId: last?.id ?? null,
    preview: shown,
    fromMe: last?.fromMe ?? false,
    ack: last?.ack ?? 0,
    hasFailed: last?.hasFailed ?? false,
    unread,
  })
}

/** A plain text, as most messages are, needs no query for the company's texts. */
async function previewIn(work: CompanyWork, message: NotedMessage): Promise<string> {
  const { body, mediaType, isDeleted } = message
  if (mediaType === null && !isDeleted) return shortened(body)
  return previewOfNoted(message, await textsOfCompany(work))
}

/** The preview of a message in lists. A message without text gets one of the company's texts. */
export function previewOfNoted(
  { body, mediaType, fileName, isDeleted }: NotedMessage,
  texts: CompanyTexts,
): string {
  if (isDeleted) return `🚫 ${texts.deletedMessage}`
  return shortened(previewOf(body, mediaType, fileName, texts))
}

function shortened(preview: string): string {
  return preview.slice(0, 200)
}
