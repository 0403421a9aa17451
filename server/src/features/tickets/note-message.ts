import type { CompanyTexts } from '@balcao/domain/company-texts'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { type Ack, type MediaType, messagePreview } from '@balcao/domain/messages'
import type { TicketSnapshot } from '@balcao/domain/tickets'
import type { CompanyWork } from '../../platform/work'
import { systemTextsInCompanyLanguage } from '../companies/companies.read'
import { updateTicketSummary } from './contact/merge-tickets.queries'
import { recordChangedTicketRow } from './record-change'
import { ticketFactsOfRow } from './ticket-facts'
import { setLastMessages, type TicketViewRow, ticketsByIds, updateLastMessages } from './tickets.queries'
import { readTicketViewRows } from './tickets.read'

/** The fields of a message that lists show on its ticket. */
export interface MessageShownInTicketList {
  readonly id: MessageId
  readonly body: string
  readonly mediaType: MediaType | null
  readonly fileName: string | null
  readonly fromMe: boolean
  readonly ack: Ack
  readonly isDeleted: boolean
  /** When the message was written, which may be long ago if it waited while the server was down. */
  readonly at: Date
  /** Whether sending has failed and is not tried again. */
  readonly hasFailed: boolean
}

interface NewMessageOnTicket
  extends Pick<MessageShownInTicketList, 'id' | 'body' | 'mediaType' | 'fileName' | 'fromMe' | 'ack'> {
  readonly ticketId: TicketId
  readonly createdAt: Date
  readonly countsAsUnread: boolean
  /** Whether the message ends the customer's wait. */
  readonly isAnswer: boolean
}

/**
 * Updates the tickets of new messages. Records no ticket event, because each message's event contains its ticket.
 * `read` resolves to the updated tickets.
 */
export async function applyNewMessagesToTickets(
  work: CompanyWork,
  messages: readonly NewMessageOnTicket[],
): Promise<{ readonly read: Promise<ReadonlyMap<TicketId, TicketViewRow>> }> {
  const needsTexts = messages.some(({ mediaType }) => mediaType !== null)
  const texts = needsTexts ? await systemTextsInCompanyLanguage(work) : null
  const ofTicket = new Map<TicketId, NewMessageOnTicket[]>()
  for (const message of messages)
    ofTicket.set(message.ticketId, [...(ofTicket.get(message.ticketId) ?? []), message])
  const ticketIds = [...ofTicket.keys()]
  const summaries = [...ofTicket.values()].map((own) => summaryOf(own, texts))
  work.db.send(setLastMessages, {
    ticketIds,
    messageIds: summaries.map(({ last }) => last.id),
    previews: summaries.map(({ preview }) => preview),
    areFromMe: summaries.map(({ last }) => last.fromMe),
    acks: summaries.map(({ last }) => last.ack),
    unread: summaries.map(({ unread }) => unread),
    areAnswered: summaries.map(({ isAnswered }) => isAnswered),
    waitFrom: summaries.map(({ waitFrom }) => waitFrom),
    at: summaries.map(({ at }) => at),
  })
  return { read: readTicketViewRows(work, ticketIds) }
}

interface Summary {
  readonly last: NewMessageOnTicket
  readonly preview: string
  readonly unread: number
  /** Whether an answer ended the customer's wait. */
  readonly isAnswered: boolean
  /** The time since when the customer waits after these messages; null: no message waits for an answer. */
  readonly waitFrom: Date | null
  readonly at: Date
}

function summaryOf(messages: readonly NewMessageOnTicket[], texts: CompanyTexts | null): Summary {
  const last = messages.at(-1)
  if (last === undefined) throw new Error('a ticket of the batch has a message')
  let isAnswered = false
  let waitFrom: Date | null = null
  let at = last.createdAt
  for (const { fromMe, isAnswer, createdAt } of messages) {
    if (!fromMe) waitFrom ??= createdAt
    if (fromMe && isAnswer) [isAnswered, waitFrom] = [true, null]
    if (createdAt > at) at = createdAt
  }
  const { body, mediaType, fileName } = last
  const preview = clippedPreview(texts === null ? body : messagePreview(body, mediaType, fileName, texts))
  const unread = messages.filter(({ countsAsUnread }) => countsAsUnread).length
  return { last, preview, unread, isAnswered, waitFrom, at }
}

/**
 * Updates and publishes the tickets for which lists show one of these messages with its former ack or text. Of the
 * messages of one ticket, at most one may be the customer's.
 */
export async function applyMessageChangesToTickets(
  work: CompanyWork,
  messages: readonly (MessageShownInTicketList & { readonly ticketId: TicketId })[],
): Promise<ReadonlyMap<TicketId, TicketSnapshot>> {
  const previews = await Promise.all(messages.map((message) => previewIn(work, message)))
  const ticketIds = [...new Set(messages.map(({ ticketId }) => ticketId))]
  // The statements run in this order on one connection: `before` and `after` are the states around the update.
  const [before, changed, after] = await Promise.all([
    work.db.rows(ticketsByIds, { ticketIds }),
    work.db.rows(updateLastMessages, {
      ticketIds: messages.map(({ ticketId }) => ticketId),
      messageIds: messages.map(({ id }) => id),
      previews,
      acks: messages.map(({ ack }) => ack),
      haveFailed: messages.map(({ hasFailed }) => hasFailed),
      areCustomers: messages.map(({ fromMe }) => !fromMe),
    }),
    readTicketViewRows(work, ticketIds),
  ])
  const changedIds = new Set(changed.map(({ id }) => id))
  for (const row of before) {
    const view = changedIds.has(row.id) ? after.get(row.id) : undefined
    if (view !== undefined) recordChangedTicketRow(work, row, view)
  }
  return new Map(before.map((row) => [row.id, ticketFactsOfRow(row)]))
}

/** Saves what lists show of a ticket, after messages moved into or out of it. The caller records the event. */
export async function saveTicketSummary(
  work: CompanyWork,
  ticketId: TicketId,
  { last, unread }: { last: MessageShownInTicketList | null; unread: number },
): Promise<void> {
  const shown = last === null ? '' : await previewIn(work, last)
  await work.db.run(updateTicketSummary, {
    ticketId,
    lastMessageId: last?.id ?? null,
    preview: shown,
    fromMe: last?.fromMe ?? false,
    ack: last?.ack ?? 0,
    hasFailed: last?.hasFailed ?? false,
    unread,
  })
}

/** The preview of a message. A plain text, as most messages are, needs no query for the company's texts. */
async function previewIn(work: CompanyWork, message: MessageShownInTicketList): Promise<string> {
  const { body, mediaType, isDeleted } = message
  if (mediaType === null && !isDeleted) return clippedPreview(body)
  return previewOfMessage(message, await systemTextsInCompanyLanguage(work))
}

/** The preview of a message in lists. A message without text gets one of the company's texts. */
export function previewOfMessage(
  { body, mediaType, fileName, isDeleted }: MessageShownInTicketList,
  texts: CompanyTexts,
): string {
  if (isDeleted) return `🚫 ${texts.deletedMessage}`
  return clippedPreview(messagePreview(body, mediaType, fileName, texts))
}

function clippedPreview(preview: string): string {
  return preview.slice(0, 200)
}
