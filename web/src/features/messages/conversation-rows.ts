import type { MessageView } from '@balcao/contract/messages'
import type { NoteView } from '@balcao/contract/notes'
import type { TicketEventView } from '@balcao/contract/ticket-events'
import type { LoadedConversation } from './api/conversation'
import { isViewablePicture } from './message-kind'
import type { OutgoingMessage } from './outgoing'

/** Messages of one sender within this time form one run, whose bubbles are joined. */
const runMilliseconds = 5 * 60_000
/** The minimum number of pictures in an album: two are as easy to see one below the other. */
const leastOfAlbum = 3
/** The maximum of an album: a row that is higher than the screen is hard to scroll past. */
const mostOfAlbum = 10

export interface BubbleGrouping {
  /** The key stays the same when the server stores the message, so that the bubble is not remounted. */
  readonly key: string
  readonly joinsPrevious: boolean
  readonly joinsNext: boolean
}

export type ConversationRow =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'ticket-start'; readonly key: string; readonly ticketId: number }
  | { readonly kind: 'ticket-end'; readonly key: string; readonly ticketId: number }
  /** A ticket of the contact that this person may not open (MESSAGE-04). */
  | { readonly kind: 'ticket-hidden'; readonly key: string; readonly ticketId: number }
  | { readonly kind: 'new'; readonly key: string }
  /** The events of a ticket at this point, oldest first; never empty. */
  | { readonly kind: 'events'; readonly key: string; readonly events: readonly TicketEventView[] }
  | { readonly kind: 'note'; readonly key: string; readonly note: NoteView }
  | ({ readonly kind: 'message'; readonly message: MessageView } & BubbleGrouping)
  /** Pictures without text in one sender's run, oldest first. */
  | ({
      readonly kind: 'album'
      readonly messages: readonly MessageView[]
      /** The keys of the pictures before they formed the album: by them the list keeps its reading position. */
      readonly parts: readonly string[]
    } & BubbleGrouping)
  | ({ readonly kind: 'outgoing'; readonly outgoing: OutgoingMessage } & BubbleGrouping)

export interface ConversationRowsInput
  extends Pick<LoadedConversation, 'messages' | 'events' | 'hasMore' | 'hasNewer'> {
  /** The messages that this browser sent and the server has not stored yet, oldest first. */
  readonly outgoing: readonly OutgoingMessage[]
  /** The team's notes about the contact, in any order. */
  readonly notes: readonly NoteView[]
  /** The id of the first message that was unread when the conversation was opened. */
  readonly firstUnreadId: number | undefined
  readonly ticket: { readonly id: number; readonly createdAt: string }
  /** Formats the day of an instant. Instants with equal texts are on the same day. */
  readonly dayOf: (instant: string) => string
}

/**
 * The rows of a conversation: day separators (CONVO-01), ends and starts of tickets (CONVO-02), tickets that the viewer
 * may not read (MESSAGE-04), the line above new messages, bubbles, events and notes. While older messages are not
 * loaded, the oldest bubble has no separator above it. So a further page only adds rows above, and the visible rows do
 * not move.
 */
export function conversationRows(facts: ConversationRowsInput): readonly ConversationRow[] {
  const sending = unstoredOutgoingMessages(facts.outgoing, facts.messages)
  const bubbles = [...facts.messages.map(bubbleOf), ...sending.map(bubbleOfOutgoing)]
  const { before, rest } = asidesBefore(bubbles, asidesOf(facts))
  const above = bubbles.map((bubble, at) => rowsBetween(bubbles[at - 1], bubble, before[at] ?? [], facts))
  const isRun = (earlier: Bubble | undefined, later: Bubble) =>
    isOneRun(earlier, later) && facts.dayOf(earlier?.at ?? '') === facts.dayOf(later.at)
  const rows = bubbles.flatMap((bubble, at): PlacedRow[] => {
    const next = bubbles[at + 1]
    const joinsPrevious = above[at]?.length === 0 && isRun(bubbles[at - 1], bubble)
    const joinsNext = next !== undefined && above[at + 1]?.length === 0 && isRun(bubble, next)
    const row = bubble.row({ key: bubble.key, joinsPrevious, joinsNext })
    return [...(above[at] ?? []), { at: bubble.at, row }]
  })
  const below = rowsBelow(
    bubbles.at(-1),
    facts.hasNewer ? rest.filter(({ note }) => note === undefined) : rest,
    facts,
  )
  return withAlbums(withDays([...rows, ...below], facts))
}

/**
 * A row, and the time that decides whether a day separator comes above it. A row without `at` belongs to the day of the
 * row below it. An `at` without a row only adds a separator.
 */
type PlacedRow =
  | { readonly at?: string; readonly row: ConversationRow }
  | { readonly at: string; readonly row?: undefined }

/** Adds a separator above each day. The oldest row gets its separator once all older rows are loaded. */
function withDays(
  placed: readonly PlacedRow[],
  { hasMore, dayOf }: Pick<ConversationRowsInput, 'hasMore' | 'dayOf'>,
): ConversationRow[] {
  const oldest = placed.find(({ at }) => at !== undefined)?.at
  let shown = hasMore && oldest !== undefined ? dayOf(oldest) : undefined
  const times = new Map<string, number>()
  return placed.flatMap(({ at, row }): ConversationRow[] => {
    if (at === undefined || dayOf(at) === shown) return row === undefined ? [] : [row]
    shown = dayOf(at)
    const time = (times.get(shown) ?? 0) + 1
    times.set(shown, time)
    // The key is the day, so the separator stays mounted when rows are added above it.
    const day: ConversationRow = { kind: 'day', key: `day-${shown}${time > 1 ? `-${time}` : ''}`, at }
    return row === undefined ? [day] : [day, row]
  })
}

function rowsBelow(
  last: Bubble | undefined,
  asides: readonly Aside[],
  { ticket, hasMore, hasNewer, dayOf }: ConversationRowsInput,
): readonly PlacedRow[] {
  const begins: PlacedRow = { at: ticket.createdAt }
  if (last === undefined) return hasMore || asides.length > 0 ? asideRows(asides, dayOf) : [begins]
  const isSilent =
    !hasNewer && last.ticketId !== ticket.id && Date.parse(ticket.createdAt) > Date.parse(last.at)
  if (!isSilent) return asideRows(asides, dayOf)
  const ofOthers = asides.filter(({ ticketId }) => ticketId !== ticket.id)
  const ofTicket = asides.filter(({ ticketId }) => ticketId === ticket.id)
  return [
    ...asideRows(ofOthers, dayOf),
    { row: { kind: 'ticket-end', key: `end-ticket-${ticket.id}`, ticketId: last.ticketId } },
    { row: { kind: 'ticket-start', key: `start-ticket-${ticket.id}`, ticketId: ticket.id } },
    ...(ofTicket.length > 0 ? asideRows(ofTicket, dayOf) : [begins]),
  ]
}

/** The key of the row, or of the part of an album, that shows the message. */
export function rowKeyOfMessage(rows: readonly ConversationRow[], messageId: number): string | undefined {
  const message = rows.flatMap(messagesOf).find(({ id }) => id === messageId)
  return message && messageKeyOf(message)
}

function messagesOf(row: ConversationRow): readonly MessageView[] {
  if (row.kind === 'album') return row.messages
  return row.kind === 'message' ? [row.message] : []
}

/** The key of a message, which stays the same when the server stores a message of this browser. */
export function messageKeyOf({ clientId, id }: MessageView): string {
  return clientId ?? `message-${id}`
}

export function noteKeyOf(noteId: number): string {
  return `note-${noteId}`
}

type MessageRow = Extract<ConversationRow, { kind: 'message' }>

function withAlbums(rows: readonly ConversationRow[]): ConversationRow[] {
  const result: ConversationRow[] = []
  let pictures: MessageRow[] = []
  const close = () => {
    result.push(...(pictures.length < leastOfAlbum ? pictures : [albumOf(pictures)]))
    pictures = []
  }
  for (const row of rows) {
    const isPicture = row.kind === 'message' && isPictureAlone(row.message)
    const joinsAlbum = isPicture && row.joinsPrevious && pictures.length < mostOfAlbum
    if (!joinsAlbum) close()
    if (isPicture) pictures.push(row)
    else result.push(row)
  }
  close()
  return result
}

/** An album has the key of its first picture, so a further picture does not remount it. */
function albumOf(pictures: readonly MessageRow[]): ConversationRow {
  const [first, last] = [pictures[0], pictures.at(-1)]
  return {
    kind: 'album',
    key: first?.key ?? '',
    messages: pictures.map(({ message }) => message),
    parts: pictures.map(({ key }) => key),
    joinsPrevious: first?.joinsPrevious ?? false,
    joinsNext: last?.joinsNext ?? false,
  }
}

/** Whether the picture can join an album: it has no text, quote, reaction or failure, which need a bubble. */
function isPictureAlone(message: MessageView): boolean {
  const { body, quotedMsg, reactions, failure, refusedChange, isViewOnce } = message
  const isPlain = quotedMsg === null && failure === null && refusedChange === null && !isViewOnce
  return isViewablePicture(message) && body === '' && reactions.length === 0 && isPlain
}

type Aside = { readonly at: string; readonly ticketId: number } & (
  | { readonly event: TicketEventView; readonly note?: undefined }
  | { readonly note: NoteView; readonly event?: undefined }
)

function asidesOf({ events, notes, messages }: ConversationRowsInput): readonly Aside[] {
  const begun = beginningsAmong(events, messages)
  const happened = oneLinePerAct(events).map((event): Aside => {
    const { at, first } = begun.get(event.ticketId) ?? {}
    return { at: first !== undefined && event.at === at ? first : event.at, ticketId: event.ticketId, event }
  })
  if (notes.length === 0 && begun.size === 0) return happened
  const noted = notes.map((note): Aside => ({ at: note.createdAt, ticketId: note.ticketId, note }))
  return [...happened, ...noted].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.note?.id ?? 0) - (other.note?.id ?? 0),
  )
}

/** In milliseconds: events of one person within this time count as one action. An undo is possible for five seconds. */
const oneActWithin = 15_000

/** Hides `accepted` by the person who just created the ticket, and `returned` by a person who then undid the return. */
function oneLinePerAct(events: readonly TicketEventView[]): readonly TicketEventView[] {
  const hidden = new Set<number>()
  const latest = new Map<number, TicketEventView>()
  for (const event of events) {
    const earlier = latest.get(event.ticketId)
    latest.set(event.ticketId, event)
    if (earlier === undefined || event.kind !== 'accepted' || !isOneAct(earlier, event)) continue
    if (earlier.kind === 'created') hidden.add(event.id)
    if (earlier.kind === 'returned') hidden.add(earlier.id)
  }
  return events.filter(({ id }) => !hidden.has(id))
}

function isOneAct(earlier: TicketEventView, later: TicketEventView): boolean {
  const isSamePerson = earlier.by !== null && earlier.by.id === later.by?.id
  return isSamePerson && Date.parse(later.at) - Date.parse(earlier.at) <= oneActWithin
}

/**
 * For tickets that a customer opened, finds the times of the creation event and of the first message. WhatsApp rounds
 * message times down to the second, so the event would sort below the message. The event takes the message's time
 * instead.
 */
function beginningsAmong(events: readonly TicketEventView[], messages: readonly MessageView[]) {
  return new Map(
    events.flatMap(({ kind, ticketId, at }) => {
      const first = kind === 'created' && messages.find((message) => message.ticketId === ticketId)?.createdAt
      if (!first) return []
      const late = Date.parse(at) - Date.parse(first)
      return late > 0 && late < runMilliseconds ? [[ticketId, { at, first }] as const] : []
    }),
  )
}

/** Assigns each aside (event or note) to the next newer bubble; `rest` are asides after the last bubble. */
function asidesBefore(bubbles: readonly Bubble[], asides: readonly Aside[]) {
  let next = 0
  const before = bubbles.map(({ at }) => {
    const from = next
    const time = Date.parse(at)
    while (next < asides.length && Date.parse(asides[next]?.at ?? '') <= time) next += 1
    return asides.slice(from, next)
  })
  return { before, rest: asides.slice(next) }
}

/** The rows of asides: one for each note and hidden ticket, and one for all consecutive events of a day. */
function asideRows(asides: readonly Aside[], dayOf: ConversationRowsInput['dayOf']): PlacedRow[] {
  const rows: PlacedRow[] = []
  let events: { readonly at: string; readonly events: readonly TicketEventView[] } | undefined
  const close = () => {
    // With the key of the first event the row stays mounted when later events join it.
    if (events !== undefined)
      rows.push({ at: events.at, row: { kind: 'events', key: `event-${events.events[0]?.id}`, ...events } })
    events = undefined
  }
  for (const aside of asides) {
    const row = rowOfItsOwn(aside)
    const { at, event } = aside
    if (row !== undefined) {
      close()
      rows.push(row)
    } else if (event !== undefined) {
      if (events !== undefined && dayOf(events.at) !== dayOf(at)) close()
      events = { at: events?.at ?? at, events: [...(events?.events ?? []), event] }
    }
  }
  close()
  return rows
}

/** The row of a note or hidden ticket. A hidden ticket has no time, so it shows on the day of the row below. */
function rowOfItsOwn(aside: Aside): PlacedRow | undefined {
  const { at, note, ticketId } = aside
  if (note !== undefined) return { at, row: { kind: 'note', key: noteKeyOf(note.id), note } }
  if (!isHidden(aside)) return undefined
  return { row: { kind: 'ticket-hidden', key: `hidden-${ticketId}`, ticketId } }
}

function isHidden({ event }: Aside): boolean {
  return event?.kind === 'hidden'
}

export function unstoredOutgoingMessages(
  outgoing: readonly OutgoingMessage[],
  messages: readonly MessageView[],
): readonly OutgoingMessage[] {
  const stored = new Set(messages.map((message) => message.clientId))
  return outgoing.filter((one) => !stored.has(one.clientId))
}

interface Bubble {
  readonly key: string
  readonly id: number | undefined
  readonly ticketId: number
  readonly speaker: string
  readonly at: string
  readonly row: (speech: BubbleGrouping) => ConversationRow
}

function bubbleOf(message: MessageView): Bubble {
  return {
    key: messageKeyOf(message),
    id: message.id,
    ticketId: message.ticketId,
    speaker: message.fromMe ? 'us' : `contact-${message.contact?.id}`,
    at: message.createdAt,
    row: (speech) => ({ kind: 'message', message, ...speech }),
  }
}

function bubbleOfOutgoing(outgoing: OutgoingMessage): Bubble {
  return {
    key: outgoing.clientId,
    id: undefined,
    ticketId: outgoing.ticketId,
    speaker: 'us',
    at: outgoing.at,
    row: (speech) => ({ kind: 'outgoing', outgoing, ...speech }),
  }
}

function rowsBetween(
  previous: Bubble | undefined,
  bubble: Bubble,
  asides: readonly Aside[],
  { hasMore, firstUnreadId, dayOf }: ConversationRowsInput,
): readonly PlacedRow[] {
  if (previous === undefined && hasMore) return []
  const isOtherTicket = previous !== undefined && previous.ticketId !== bubble.ticketId
  const shown = asides.filter((aside) => !isHidden(aside))
  const ofEarlier = isOtherTicket ? shown.filter(({ ticketId }) => ticketId !== bubble.ticketId) : []
  const rows = asideRows(ofEarlier, dayOf)
  if (isOtherTicket)
    rows.push({ row: { kind: 'ticket-end', key: `end-${bubble.key}`, ticketId: previous.ticketId } })
  rows.push(...asideRows(asides.filter(isHidden), dayOf))
  if (isOtherTicket)
    rows.push({ row: { kind: 'ticket-start', key: `start-${bubble.key}`, ticketId: bubble.ticketId } })
  const ofThis = shown.filter((aside) => !ofEarlier.includes(aside))
  rows.push(...asideRows(ofThis, dayOf))
  if (bubble.id !== undefined && bubble.id === firstUnreadId) rows.push({ row: { kind: 'new', key: 'new' } })
  return rows
}

function isOneRun(earlier: Bubble | undefined, later: Bubble): boolean {
  return (
    earlier !== undefined &&
    earlier.speaker === later.speaker &&
    earlier.ticketId === later.ticketId &&
    Date.parse(later.at) - Date.parse(earlier.at) < runMilliseconds
  )
}
