import type { MessageId, UserId } from '@balcao/domain/ids'
import { isAnswerToCustomer, isAutomaticOrigin } from '@balcao/domain/messages'
import type { CompanyWork } from '../../platform/work'
import { applyNewMessagesToTickets } from '../tickets/note-message'
import { ticketFactsOfRow } from '../tickets/ticket-facts'
import type { TicketRow } from '../tickets/tickets.queries'
import { unsignedTicket } from '../tickets/tickets.view'
import { messageStored } from './messages.events'
import { insertMessages, quotedMessages, reserveMessageIds, userNamesByIds } from './messages.queries'
import { type MessageToStore, type UnsignedMessage, unsignedMessageOf } from './messages.view'

interface MessageOfTicket {
  /** The ticket of the message, whose row this transaction has locked. */
  readonly ticket: TicketRow
  readonly message: MessageToStore
  /** Whether an incoming message needs an answer; true by default. */
  readonly countsAsUnread?: boolean
}

export async function reserveIdsForMessages(work: CompanyWork, count: number): Promise<MessageId[]> {
  return (await work.db.rows(reserveMessageIds, { count })).map(({ id }) => id)
}

/** Stores messages in this order. Their statements are sent with the transaction's next ones, or with its commit. */
export async function storeMessages(
  work: CompanyWork,
  stored: readonly MessageOfTicket[],
): Promise<readonly UnsignedMessage[]> {
  if (stored.length === 0) return []
  const messages = stored.map(({ message }) => message)
  const [quotes, users] = await Promise.all([quotesOf(work, messages), usersOf(work, messages)])
  const wire = messages.map((message) =>
    unsignedMessageOf(message, {
      user: users.get(message.userId) ?? null,
      quoted: quotes.get(message.quotedId) ?? null,
      now: work.now,
    }),
  )
  sendInsert(work, messages)
  const views = await applyNewMessagesToTickets(
    work,
    stored.map(({ message, countsAsUnread = !message.fromMe }) => ({
      ...message,
      fileName: message.media?.fileName ?? null,
      countsAsUnread,
      isAnswer: isAnswerToCustomer(message.origin),
    })),
  )
  for (const [at, { ticket, message }] of stored.entries()) {
    const view = wire[at]
    if (view === undefined) continue
    const facts = ticketFactsOfRow(ticket)
    work.recordRead(
      messageStored,
      { facts, messageId: message.id, fromMe: message.fromMe },
      views.read.then((tickets) => {
        const row = tickets.get(ticket.id)
        if (row === undefined) throw new Error(`ticket ${ticket.id} vanished under its lock`)
        return { facts, message: view, ticket: unsignedTicket(row) }
      }),
    )
  }
  return wire
}

function sendInsert({ db, now }: CompanyWork, messages: readonly MessageToStore[]): void {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  db.send(insertMessages, {
    ids: messages.map(({ id }) => id),
    ticketIds: messages.map(({ ticketId }) => ticketId),
    contactIds: messages.map(({ contactId }) => contactId),
    authorContactIds: messages.map(({ authorContactId }) => authorContactId),
    userIds: messages.map(({ userId }) => userId),
    connectionIds: messages.map(({ connectionId }) => connectionId),
    whatsappIds: messages.map(({ whatsappId }) => whatsappId),
    clientIds: messages.map(({ clientId }) => clientId),
    bodies: messages.map(({ body }) => body),
    areFromMe: messages.map(({ fromMe }) => fromMe),
    acks: messages.map(({ ack }) => ack),
    areRead: messages.map(({ isRead }) => isRead),
    mediaTypes: messages.map(({ mediaType }) => mediaType),
    media: messages.map(({ media }) => json(media)),
    sealedMediaReferences: messages.map(({ sealedMediaReference }) => sealedMediaReference),
    quotedIds: messages.map(({ quotedId }) => quotedId),
    areAutomatic: messages.map(({ origin }) => isAutomaticOrigin(origin)),
    origins: messages.map(({ origin }) => origin),
    areViewOnce: messages.map(({ isViewOnce }) => isViewOnce),
    locations: messages.map(({ location }) => json(location)),
    linkPreviews: messages.map(({ linkPreview }) => json(linkPreview)),
    interactives: messages.map(({ interactive }) => json(interactive)),
    rawContents: messages.map(({ rawContent }) => rawContent),
    createdAt: messages.map(({ createdAt }) => createdAt),
    now,
  })
}

async function quotesOf({ db }: CompanyWork, messages: readonly MessageToStore[]) {
  const messageIds = messages.flatMap(({ quotedId }) => quotedId ?? [])
  const rows = messageIds.length === 0 ? [] : await db.rows(quotedMessages, { messageIds })
  return new Map<MessageId | null, UnsignedMessage['quotedMsg']>(rows.map(({ id, quoted }) => [id, quoted]))
}

/** The users who wrote the messages. The actor's name is known and needs no query. */
async function usersOf({ db, actor }: CompanyWork, messages: readonly MessageToStore[]) {
  const users = new Map<UserId | null, UnsignedMessage['user']>()
  if (actor.kind === 'person') users.set(actor.userId, { id: actor.userId, name: actor.name })
  for (const { user } of messages) if (user !== undefined) users.set(user.id, user)
  const userIds = messages.flatMap(({ userId }) => (userId === null || users.has(userId) ? [] : userId))
  const rows = userIds.length === 0 ? [] : await db.rows(userNamesByIds, { userIds })
  for (const row of rows) users.set(row.id, row)
  return users
}
