import type { TicketView } from '@balcao/contract/tickets'
import { shortDuration } from '../../lib/short-duration'

/** Shown where a ticket has no queue (TICKET-11). */
export const noQueueColour = '#7C7C7C'

/** How long the customer has waited, and how much that should catch the eye. */
export interface Waiting {
  readonly minutes: number
  readonly warmth: 'calm' | 'warm' | 'late'
}

/** Under 5 minutes calm, from 15 late (NOTES, ticket row). null when a person had the last word or nobody waits any more. */
export function waitingOf(ticket: Pick<TicketView, 'waitingSince' | 'status'>, now: number): Waiting | null {
  if (ticket.waitingSince === null || ticket.status === 'closed') return null
  const minutes = Math.max(0, Math.floor((now - Date.parse(ticket.waitingSince)) / 60_000))
  return { minutes, warmth: minutes < 5 ? 'calm' : minutes < 15 ? 'warm' : 'late' }
}

/** Names longer than ten characters are cut on narrow screens (TICKET-14). */
export function nameFor(name: string, isNarrow: boolean): string {
  const letters = [...name]
  return isNarrow && letters.length > 10 ? `${letters.slice(0, 10).join('')}…` : name
}

/** Beside tags, or a person and the wait, the connection keeps its icon only (NOTES, ticket row). */
export function showsConnectionName(ticket: TicketView, isWaiting: boolean): boolean {
  return ticket.tags.length === 0 && !(isWaiting && ticket.user !== null)
}

/** In px, near enough to count by: a letter of a chip, what a chip has besides its words, the gap between two. */
const letter = 5.9
const chipFrame = 24
const gap = 4
/** A tag that would show fewer letters than this hides behind `+n` instead (NOTES, ticket row). */
const fewestLetters = 5

/** At most one tag beside a person, two without, and only those with room to be read. `room` in px. */
export function shownTags(ticket: TicketView, waiting: Waiting | null, room: number): TicketView['tags'] {
  const atMost = Math.min(ticket.user === null ? 2 : 1, ticket.tags.length)
  const free = room - widthBeforeTags(ticket, waiting)
  let shown = atMost
  while (shown > 0 && widthOfTags(ticket.tags, shown) > free) shown -= 1
  return ticket.tags.slice(0, shown)
}

function widthBeforeTags({ queue, whatsapp, user }: TicketView, waiting: Waiting | null): number {
  const parts = [Math.min(104, chipFrame + letter * (queue?.name ?? 'SEM FILA').length)]
  if (whatsapp !== null) parts.push(20)
  if (user !== null) parts.push(Math.min(84, chipFrame + gap + letter * firstName(user.name).length))
  if (waiting !== null) parts.push(17 + letter * shortDuration(waiting.minutes).length)
  return parts.reduce((sum, part) => sum + part + gap, 0)
}

/** The first `shown` tags at their shortest, with `+n` for the others. */
function widthOfTags(tags: TicketView['tags'], shown: number): number {
  const shortest = tags
    .slice(0, shown)
    .map(({ name }) => chipFrame + letter * Math.min(name.length, fewestLetters))
  const more = tags.length > shown ? 28 : 0
  return shortest.reduce((sum, width) => sum + width + gap, more)
}

/** A colleague's first name is enough in a chip. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
