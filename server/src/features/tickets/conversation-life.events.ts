import { channel, type Doing, type LiveTicketViewers, type LiveTyping } from '@balcao/contract/live'
import { mayReadTicket, type TicketFacts } from '@balcao/domain/tickets'
import { eventKind, type Seat } from '../../platform/live/event-kind'

/** Who looks, and who writes, is told to those who have the conversation open; it is not kept, and nobody misses it. */
function hasOpen({ viewer, views }: Seat, facts: TicketFacts): boolean {
  return views.chatBoxes.has(facts.id) && mayReadTicket(viewer, facts)
}

export interface SignOfTyping {
  readonly facts: TicketFacts
  readonly doing: Doing
  readonly contact: LiveTyping['contact']
  /** A colleague, who does not hear of it themselves. */
  readonly user: LiveTyping['user']
}

export const typingSeen = eventKind<SignOfTyping>({
  name: 'conversation.typing',
  reach: ({ facts, doing, contact, user }, seat) => {
    if (!hasOpen(seat, facts) || seat.viewer.userId === user?.id) return null
    const payload: LiveTyping = { ticketId: facts.id, doing, contact, user }
    return { channel: channel.typing(seat.viewer.companyId), payload }
  },
})

export const viewersChanged = eventKind<{ facts: TicketFacts; users: LiveTicketViewers['users'] }>({
  name: 'conversation.viewers',
  reach: ({ facts, users }, seat) => {
    if (!hasOpen(seat, facts)) return null
    const payload: LiveTicketViewers = { ticketId: facts.id, users }
    return { channel: channel.ticketViewers(seat.viewer.companyId), payload }
  },
})
