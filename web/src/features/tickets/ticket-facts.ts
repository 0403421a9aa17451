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

/** In px, near enough to count by: a letter of a chip, what a chip has besides its words, the gap between two. */
const letter = 5.9
const chipFrame = 24
const gap = 4
/** The widest that a chip becomes (ticket-row.module.css). */
const widest = 104
/** A chip that would show fewer letters than this folds instead (NOTES, ticket row). */
const fewestLetters = 5

export interface RowChipsShown {
  /** Otherwise the connection is an icon, named at the pointer. */
  readonly namesConnection: boolean
  readonly tags: TicketView['tags']
  /** Behind `+n`, named at the pointer. */
  readonly hidden: TicketView['tags']
}

/** What of connection and tags has room to be read, in `room` px: nothing folds that fits, and the connection's name folds
 *  before a tag does (specification core 2.4). */
export function chipsShown(ticket: TicketView, waiting: Waiting | null, room: number): RowChipsShown {
  const free = room - widthOfOthers(ticket, waiting)
  for (let shown = ticket.tags.length; shown >= 0; shown--) {
    const tags = widthOfTags(ticket.tags, shown)
    const namesConnection = tags + widthOfConnection(ticket, true) <= free
    if (!namesConnection && shown > 0 && tags + widthOfConnection(ticket, false) > free) continue
    return { namesConnection, tags: ticket.tags.slice(0, shown), hidden: ticket.tags.slice(shown) }
  }
  return { namesConnection: false, tags: [], hidden: ticket.tags }
}

function widthOfOthers({ queue, user }: TicketView, waiting: Waiting | null): number {
  const parts = [Math.min(widest, chipFrame + letter * (queue?.name ?? 'SEM FILA').length)]
  if (user !== null) parts.push(Math.min(84, chipFrame + gap + letter * firstName(user.name).length))
  if (waiting !== null) parts.push(17 + letter * shortDuration(waiting.minutes).length)
  return parts.reduce((sum, part) => sum + part + gap, 0)
}

function widthOfConnection({ whatsapp }: TicketView, isNamed: boolean): number {
  if (whatsapp === null) return 0
  return (isNamed ? shortest(whatsapp.name) : 20) + gap
}

/** The first `shown` tags at their shortest, with `+n` for the others. */
function widthOfTags(tags: TicketView['tags'], shown: number): number {
  const more = tags.length > shown ? 28 : 0
  return tags.slice(0, shown).reduce((sum, { name }) => sum + shortest(name) + gap, more)
}

function shortest(name: string): number {
  return chipFrame + letter * Math.min(name.length, fewestLetters)
}

/** A colleague's first name is enough in a chip. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
