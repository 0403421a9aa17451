import {
  type LiveTicketViewersPayload,
  type LiveTypingPayload,
  liveChannel,
  type TypingActivity,
} from '@balcao/contract/live'
import { mayReadTicket, type TicketSnapshot } from '@balcao/domain/tickets'
import { eventKind, type Subscriber } from '../../../platform/live/event-kind'

/**
 * Whether the page has the conversation open. Other pages get no events of viewing and typing, which are not stored.
 */
function hasOpen({ viewer, views }: Subscriber, facts: TicketSnapshot): boolean {
  return views.chatBoxes.has(facts.id) && mayReadTicket(viewer, facts)
}

export interface TypingEvent {
  readonly facts: TicketSnapshot
  readonly doing: TypingActivity
  readonly contact: LiveTypingPayload['contact']
  /** The colleague who types. The colleague's own pages do not get the event. */
  readonly user: LiveTypingPayload['user']
}

export const colleagueTyping = eventKind<TypingEvent>({
  name: 'conversation.typing',
  audience: ({ facts, doing, contact, user }, subscriber) => {
    if (!hasOpen(subscriber, facts) || subscriber.viewer.userId === user?.id) return null
    const payload: LiveTypingPayload = { ticketId: facts.id, doing, contact, user }
    return { channel: liveChannel.typing(subscriber.viewer.companyId), payload }
  },
})

export const ticketViewersChanged = eventKind<{
  facts: TicketSnapshot
  users: LiveTicketViewersPayload['users']
}>({
  name: 'conversation.viewers',
  audience: ({ facts, users }, subscriber) => {
    if (!hasOpen(subscriber, facts)) return null
    const payload: LiveTicketViewersPayload = { ticketId: facts.id, users }
    return { channel: liveChannel.ticketViewers(subscriber.viewer.companyId), payload }
  },
})
