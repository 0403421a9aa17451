import { untaggedLaneId } from '@balcao/contract/kanban'
import type { TagView } from '@balcao/contract/tags'
import { isTicketSortedBefore } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import type { QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { foldCaseAndAccents } from '../../lib/without-accents'

export interface BoardFilter {
  readonly words: string
  /** Null: every queue. */
  readonly queueId: QueueId | null
  /** Null: every person. */
  readonly userId: UserId | null
}

export interface LoadedLane {
  readonly cards: readonly TicketView[]
  /** The cursor of the next page; null after the last. */
  readonly next: string | null
}

export interface Lane {
  readonly id: number
  readonly name: string
  readonly color: string
  /** The tag that puts a ticket into this lane; null for the lane of tickets without a lane tag. */
  readonly tag: TicketView['tags'][number] | null
}

const openColour = '#7C7C7C'

/** The lane of tickets without a lane tag, then a lane for each tag of the board (KANBAN-01). */
export function lanesOfBoard(tags: readonly TagView[], openName: string): readonly Lane[] {
  return [
    { id: untaggedLaneId, name: openName, color: openColour, tag: null },
    ...tags.map(({ id, name, color }) => ({ id: Number(id), name, color, tag: { id, name, color } })),
  ]
}

/** The ids of the lanes that show the ticket: one for each of its lane tags, or the untagged lane (KANBAN-09). */
export function lanesOfTicket(
  { tags }: Pick<TicketView, 'tags'>,
  tagLanes: readonly number[],
): readonly number[] {
  const found = tags.map(({ id }) => Number(id)).filter((id) => tagLanes.includes(id))
  return found.length === 0 ? [untaggedLaneId] : found
}

/** Whether the board with this filter shows the ticket, by the same rule as on the server (KANBAN-06). */
export function isTicketOnBoard(ticket: TicketView, { words, queueId, userId }: BoardFilter): boolean {
  const { status, contact } = ticket
  const plain = (text: string) => foldCaseAndAccents(text).toLowerCase()
  const sought = words.trim()
  const digits = /^[\d\s()+.-]+$/.test(sought) ? sought.replace(/\D/g, '') : ''
  return (
    status !== 'closed' &&
    (queueId === null || ticket.queueId === null || ticket.queueId === queueId) &&
    (userId === null || ticket.userId === userId) &&
    (plain(contact.name).includes(plain(sought)) || (digits !== '' && contact.number.includes(digits)))
  )
}

/** Adds or moves the ticket by sort order. Leaves out a new ticket that belongs on a page not loaded yet. */
export function laneWithCard(lane: LoadedLane, ticket: TicketView): LoadedLane {
  const isKnown = lane.cards.some(({ id }) => id === ticket.id)
  const others = laneWithoutCard(lane, ticket.id).cards
  const at = others.findIndex((other) => isTicketSortedBefore(ticket, other))
  if (at < 0 && lane.next !== null && !isKnown) return { ...lane, cards: others }
  return { ...lane, cards: others.toSpliced(at < 0 ? others.length : at, 0, ticket) }
}

export function laneWithoutCard(lane: LoadedLane, id: TicketId): LoadedLane {
  return { ...lane, cards: lane.cards.filter((card) => card.id !== id) }
}

/** The ticket after a move: it has this one tag of the board, or none. */
export function ticketMovedToLane(
  ticket: TicketView,
  lane: Pick<Lane, 'id' | 'tag'>,
  tagLanes: readonly number[],
): TicketView {
  const others = ticket.tags.filter(({ id }) => !tagLanes.includes(id))
  return { ...ticket, tags: lane.tag === null ? others : [...others, lane.tag] }
}
