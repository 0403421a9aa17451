import type { CompanyTexts } from '@balcao/domain/company-texts'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { type Ack, type MediaType, previewOf } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { textsOfCompany } from '../companies/companies.read'
import { saveStanding } from './merge-tickets.queries'
import { recordChange } from './record-change'
import { noteLastMessage, noteMessage, type TicketRow, ticketById } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

/** What lists show of a message. */
export interface NotedMessage {
  readonly id: MessageId
  readonly body: string
  readonly mediaType: MediaType | null
  readonly fileName: string | null
  readonly fromMe: boolean
  readonly ack: Ack
  readonly isDeleted: boolean
  /** When it was written; for what waited while we were down that is long ago. */
  readonly at: Date
  /** It could not be sent, for good. */
  readonly hasFailed: boolean
}

/** A message now stands last in the conversation; one that came in counts as unread. The message's event tells of it. */
export async function noteMessageOnTicket(
  work: CompanyWork,
  ticketId: TicketId,
  message: NotedMessage,
  { countsAsUnread, isAnswer }: { countsAsUnread: boolean; isAnswer: boolean },
): Promise<{ row: TicketRow; ticket: UnsignedTicket }> {
  const { id, fromMe, ack } = message
  const { ticket, ...row } = await work.db.one(noteMessage, [
    ticketId,
    id,
    await previewIn(work, message),
    fromMe,
    ack,
    countsAsUnread,
    message.at,
    isAnswer,
  ])
  return { row, ticket }
}

/** The ticks or words of a message changed: lists that may show it are told. */
export async function noteMessageChange(
  work: CompanyWork,
  ticketId: TicketId,
  message: NotedMessage,
): Promise<void> {
  const before = await work.db.one(ticketById, [ticketId])
  const changed = await work.db.run(noteLastMessage, [
    ticketId,
    message.id,
    await previewIn(work, message),
    message.ack,
    message.hasFailed,
    !message.fromMe,
  ])
  if (changed > 0) await recordChange(work, before, ticketId)
}

/** What lists show of a conversation after messages were moved into it or out of it; nobody is told yet. */
export async function noteStanding(
  work: CompanyWork,
  ticketId: TicketId,
  { last, unread }: { last: NotedMessage | null; unread: number },
): Promise<void> {
  const shown = last === null ? '' : await previewIn(work, last)
  await work.db.run(saveStanding, [
    ticketId,
    last?.id ?? null,
    shown,
    last?.fromMe ?? false,
    last?.ack ?? 0,
    last?.hasFailed ?? false,
    unread,
  ])
}

/** Plain words, as most messages are, stand for themselves: the company's are not asked for. */
async function previewIn(work: CompanyWork, message: NotedMessage): Promise<string> {
  const { body, mediaType, isDeleted } = message
  if (mediaType === null && !isDeleted) return shortened(body)
  return previewOfNoted(message, await textsOfCompany(work))
}

/** What lists show of a message, in the company's words where it has none of its own. */
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
