import { messagePreview } from '@balcao/domain/messages'
import type { Chance } from './chance'
import { emailOf } from './company'
import type { DemoTicket } from './history'
import type { PictureName } from './pictures'
import type { DemoMessage } from './play-script'

/** The facts of a stored picture: the column `media`. */
export type Media = Readonly<Record<string, unknown>>

/** A ticket with its messages in the format of the demo's statements. */
export interface DemoRows {
  readonly ticket: Readonly<Record<string, unknown>> & { readonly uuid: string }
  readonly events: readonly { uuid: string; kind: string; at: Date; rating?: number }[]
  readonly messages: readonly MessageRow[]
  readonly quotes: readonly { whatsappId: string; quotes: string }[]
}

interface MessageRow {
  readonly uuid: string
  readonly whatsappId: string
  readonly body: string
  readonly fromMe: boolean
  readonly ack: number
  readonly isRead: boolean
  readonly media: Media | null
  readonly at: Date
}

/** The rows of one ticket. `uuid` is the ticket's, `customerUuid` its contact's. */
export function rowsOf(
  chance: Chance,
  told: DemoTicket,
  uuid: string,
  customerUuid: string,
  pictures: Readonly<Record<PictureName, Media>>,
): DemoRows {
  const messages = told.messages.map((message, at) => messageRow(chance, told, uuid, message, at, pictures))
  const [first, last] = [messages[0], messages.at(-1)]
  if (first === undefined || last === undefined) throw new Error('A conversation without a message')
  const waiting = told.messages.slice(1 + told.messages.findLastIndex(({ from }) => from === 'shop'))
  return {
    ticket: {
      uuid,
      customerUuid,
      connection: told.connection,
      queue: told.queue,
      owner: told.owner === null ? null : emailOf(told.owner),
      status: told.status,
      tags: told.tags,
      unread: told.unread,
      lastMessage: messagePreview(last.body, last.media === null ? null : 'image', null).slice(0, 200),
      lastFromMe: last.fromMe,
      lastAck: last.ack,
      waitingSince: told.status === 'closed' ? null : (waiting[0]?.at ?? null),
      createdAt: first.at,
      lastAt: last.at,
    },
    events: eventsOf(told, uuid, first.at, last.at),
    messages,
    quotes: told.messages.flatMap(({ quotes }, at) => {
      const [own, quoted] = [messages[at], quotes === null ? undefined : messages[quotes]]
      return own && quoted ? [{ whatsappId: own.whatsappId, quotes: quoted.whatsappId }] : []
    }),
  }
}

function messageRow(
  chance: Chance,
  told: DemoTicket,
  uuid: string,
  { from, body, picture, at }: DemoMessage,
  place: number,
  pictures: Readonly<Record<PictureName, Media>>,
): MessageRow {
  const fromMe = from === 'shop'
  const hasBeenAnswered = told.messages.slice(place).some((later) => later.from === 'customer')
  return {
    uuid,
    whatsappId: `${fromMe ? '3EB0' : '3A'}${chance.hex(18).toUpperCase()}`,
    body,
    fromMe,
    ack: fromMe ? ackOf(chance, hasBeenAnswered) : 0,
    isRead: fromMe || place < told.messages.length - told.unread,
    media: picture === null ? null : pictures[picture],
    at,
  }
}

/**
 * Customers who answered have read; of the others most have, some messages are delivered, and a few are only sent.
 */
function ackOf(chance: Chance, hasBeenAnswered: boolean): number {
  return hasBeenAnswered ? 3 : chance.of([3, 3, 3, 2, 2, 1])
}

function eventsOf({ status, messages, queue, rating }: DemoTicket, uuid: string, begin: Date, end: Date) {
  const answer = messages.find(({ from }) => from === 'shop')
  const soonAfter = (at: Date) => new Date(at.getTime() + 30_000)
  const justBefore = (at: Date) => new Date(at.getTime() - 10_000)
  return [
    { uuid, kind: 'created', at: begin },
    ...(queue === null ? [] : [{ uuid, kind: 'queued', at: begin }]),
    ...(status !== 'pending' && answer ? [{ uuid, kind: 'accepted', at: justBefore(answer.at) }] : []),
    ...(status === 'closed' ? [{ uuid, kind: 'closed', at: soonAfter(end) }] : []),
    ...(rating === null ? [] : [{ uuid, kind: 'rated', at: soonAfter(soonAfter(end)), rating }]),
  ]
}
