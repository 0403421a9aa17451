import type { TicketView } from '@balcao/contract/tickets'
import { shortDuration } from '../../lib/short-duration'

export const noQueueColour = '#7C7C7C'

export interface WaitingTime {
  readonly minutes: number
  readonly warmth: 'calm' | 'warm' | 'late'
}

/** How long the customer has waited for an answer; null if they have one, or the ticket is closed. */
export function waitingTimeOf(
  ticket: Pick<TicketView, 'waitingSince' | 'status'>,
  now: number,
): WaitingTime | null {
  if (ticket.waitingSince === null || ticket.status === 'closed') return null
  const minutes = Math.max(0, Math.floor((now - Date.parse(ticket.waitingSince)) / 60_000))
  return { minutes, warmth: minutes < 5 ? 'calm' : minutes < 15 ? 'warm' : 'late' }
}

/** A name for the list; on narrow screens it is cut after ten characters (TICKET-14). */
export function shortenName(name: string, isNarrow: boolean): string {
  const letters = [...name]
  return isNarrow && letters.length > 10 ? `${letters.slice(0, 10).join('')}…` : name
}

/** Estimated widths in px: of a letter of a chip, of a chip without its text, and of the gap between chips. */
const letter = 5.9
const chipFrame = 24
const gap = 4
/** The maximum width of a chip in px (ticket-row.module.css). */
const widest = 104
/** A chip that has room for fewer letters than this is hidden, and counted in the `+n` chip. */
const fewestLetters = 5

export interface VisibleTicketChips {
  /** Whether the connection shows its name; otherwise it is an icon with a tooltip. */
  readonly namesConnection: boolean
  readonly tags: TicketView['tags']
  /** The hidden tags, shown as `+n` with a tooltip that names them. */
  readonly hidden: TicketView['tags']
}

/** Chooses the chips that fit into `room` px: drops the name of the connection first, then tags from the end. */
export function chooseVisibleTicketChips(
  ticket: TicketView,
  waiting: WaitingTime | null,
  room: number,
): VisibleTicketChips {
  const free = room - widthOfOthers(ticket, waiting)
  for (let shown = ticket.tags.length; shown >= 0; shown--) {
    const tags = widthOfTags(ticket.tags, shown)
    const namesConnection = tags + widthOfConnection(ticket, true) <= free
    if (!namesConnection && shown > 0 && tags + widthOfConnection(ticket, false) > free) continue
    return { namesConnection, tags: ticket.tags.slice(0, shown), hidden: ticket.tags.slice(shown) }
  }
  return { namesConnection: false, tags: [], hidden: ticket.tags }
}

function widthOfOthers({ queue, user, status }: TicketView, waiting: WaitingTime | null): number {
  const parts = [Math.min(widest, chipFrame + letter * (queue?.name ?? 'SEM FILA').length)]
  if (user !== null) parts.push(Math.min(84, chipFrame + gap + letter * firstNameOf(user.name).length))
  if (status === 'snoozed') parts.push(widest)
  if (waiting !== null) parts.push(17 + letter * shortDuration(waiting.minutes).length)
  return parts.reduce((sum, part) => sum + part + gap, 0)
}

function widthOfConnection({ whatsapp }: TicketView, isNamed: boolean): number {
  if (whatsapp === null) return 0
  return (isNamed ? shortest(whatsapp.name) : 20) + gap
}

function widthOfTags(tags: TicketView['tags'], shown: number): number {
  const more = tags.length > shown ? 28 : 0
  return tags.slice(0, shown).reduce((sum, { name }) => sum + shortest(name) + gap, more)
}

function shortest(name: string): number {
  return chipFrame + letter * Math.min(name.length, fewestLetters)
}

/** The first name of a colleague, which is all that a chip shows. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
