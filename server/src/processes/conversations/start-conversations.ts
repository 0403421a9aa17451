import {
  type LiveTicketViewersPayload,
  type TypingActivity,
  typingIndicatorLifetimeMs,
} from '@balcao/contract/live'
import type { CompanyId, ConnectionId, TicketId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { canonicalPhone } from '@balcao/domain/phone-number'
import { mayAnswerTicket, mayReadTicket, type TicketSnapshot } from '@balcao/domain/tickets'
import { type ChatAddress, NotConnected, type TypingEvent } from '@balcao/whatsapp/gateway'
import type { LiveLinks } from '../../features/connections/live-links.port'
import {
  colleagueTyping,
  ticketViewersChanged,
} from '../../features/tickets/history/conversation-presence.events'
import {
  type ConversationPresenceFacts,
  readConversationPresenceFacts,
} from '../../features/tickets/history/conversation-presence.read'
import type { Clock } from '../../platform/clock'
import type { Node } from '../../platform/cluster/node'
import { createSharedMap } from '../../platform/cluster/shared-map'
import type { Log } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { createKeyedTaskCoalescer } from '../../realtime/coalesce-by-key'
import type { LiveEventDelivery } from '../../realtime/delivery'
import type { SubscriberRegistry } from '../../realtime/subscriber-registry'

export interface ConversationPresenceDependencies {
  readonly workplace: Workplace
  readonly subscribers: SubscriberRegistry
  readonly delivery: Pick<LiveEventDelivery, 'publish' | 'publishHere'>
  readonly node: Pick<Node, 'bus' | 'onEnded'>
  readonly links: LiveLinks
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}

/**
 * Shows agents who views an open conversation and who types in it. This state is never stored. When a page
 * opens or closes a conversation, its process sends the viewers on its own pages over the message bus. Each
 * process then sends its pages the viewers of all processes.
 */
export interface ConversationPresence {
  /**
   * Follows a page of the web application. The page calls the returned function with each ticket that it opens
   * or closes; `isShown` says whether it shows the ticket now.
   */
  followPage(companyId: CompanyId, isShown: (ticketId: TicketId) => boolean): (ticketId: TicketId) => void
  /** Handles an agent's typing. Colleagues and the customer's phone see it if the agent may answer. */
  personTypes(actor: PersonActor, ticketId: TicketId, doing: TypingActivity): void
  /** Handles a contact's typing. The process with the WhatsApp link calls it; any process may have the viewers. */
  contactTypes(number: { companyId: CompanyId; connectionId: ConnectionId }, sign: TypingEvent): void
  /** Handles an opened WhatsApp connection, which must subscribe again to typing in the viewed chats. */
  numberConnected(number: { companyId: CompanyId; connectionId: ConnectionId }): void
  stop(): void
  settled(): Promise<void>
}

/** What a process shares with the others about a conversation that is open on its own pages. */
interface Viewing {
  readonly companyId: CompanyId
  readonly found: ConversationPresenceFacts
  readonly viewers: LiveTicketViewersPayload['users']
}

/** A conversation that a page of any process shows. */
interface ShownTicket extends ConversationPresenceFacts {
  readonly companyId: CompanyId
  /** Cancels the timer that ends the contact's typing. */
  cancelEnd: () => void
}

export function startConversationPresence(parts: ConversationPresenceDependencies): ConversationPresence {
  const { workplace, subscribers, delivery, node, links, clock, log } = parts
  /** The shown conversations by company, so that an event searches only those of its company. */
  const shown = new Map<CompanyId, Map<TicketId, ShownTicket>>()
  const viewing = createSharedMap<Viewing>(node, 'viewers of conversations')
  viewing.onChange((_, { before, now }) => {
    if (now !== null) showViewers(now)
    else if (before !== null && before.viewers.length > 0) viewersLost(before)
  })
  const acts = createKeyedTaskCoalescer((err) =>
    log.warn({ err }, 'typing or viewers of a conversation were not published'),
  )

  return {
    followPage,
    personTypes(actor, ticketId, doing) {
      const key = `${keyOf(actor.companyId, ticketId)} user ${actor.userId}`
      void acts.run(key, () => publishTypingOfUser(actor, ticketId, doing))
    },
    contactTypes({ companyId, connectionId }, sign) {
      for (const conversation of shownIn(companyId)) {
        const isMeant =
          conversation.facts.connectionId === connectionId && isSameChat(conversation.chat, sign.chat)
        if (isMeant) queueTypingOfContact(conversation, sign.doing)
      }
    },
    numberConnected: ({ companyId, connectionId }) => subscribeToChats(companyId, connectionId),
    stop: acts.stop,
    settled: acts.settled,
  }

  function followPage(
    companyId: CompanyId,
    isShown: (ticketId: TicketId) => boolean,
  ): (ticketId: TicketId) => void {
    /** The tickets of which other pages know that this page shows them. */
    const announced = new Set<TicketId>()
    const waiting = new Set<TicketId>()
    return (ticketId) => {
      // Ignores a ticket that was opened and closed again before this call.
      if (isShown(ticketId) || announced.has(ticketId)) waiting.add(ticketId)
      else waiting.delete(ticketId)
      void acts.run(announced, publishWaiting)
    }

    async function publishWaiting(): Promise<void> {
      for (const ticketId of waiting) {
        waiting.delete(ticketId)
        if (isShown(ticketId)) announced.add(ticketId)
        else announced.delete(ticketId)
        await acts.run(keyOf(companyId, ticketId), () => publishViewers(companyId, ticketId))
      }
    }
  }

  async function publishViewers(companyId: CompanyId, ticketId: TicketId): Promise<void> {
    const key = keyOf(companyId, ticketId)
    const found = await find(companyId, ticketId)
    if (found === null) {
      viewing.set(key, null)
      return drop(companyId, ticketId)
    }
    // No await may come between reading and storing: of two concurrent changes the later one must include the
    // earlier.
    const own = { companyId, found, viewers: viewersHere(companyId, found.facts) }
    viewing.set(key, own)
    // An entry without viewers is removed at once. It was set only so that other processes get the current
    // ticket, by which they check who may see the change.
    if (own.viewers.length === 0) viewing.set(key, null)
    showViewers(own)
  }

  function viewersHere(companyId: CompanyId, facts: TicketSnapshot): Viewing['viewers'] {
    return [...subscribers.ofCompany(companyId)]
      .filter(({ views, spied }) => views.chatBoxes.has(facts.id) && !spied.has(facts.id))
      .map(({ viewer }) => viewer)
      .filter((viewer) => mayReadTicket(viewer, facts))
      .map(({ userId, name }) => ({ id: userId, name }))
  }

  /**
   * Publishes the names of the ticket's viewers to the pages of this process. `found` is the ticket and must
   * have just been read, because it decides which pages may see the names.
   */
  function showViewers({ companyId, found }: Viewing): void {
    const { facts } = found
    const elsewhere = [...viewing.elsewhere(keyOf(companyId, facts.id)).values()]
    const viewers = [viewersHere(companyId, facts), ...elsewhere.map((one) => one.viewers)].flat()
    const users = [...new Map(viewers.map((user) => [user.id, user])).values()]
    delivery.publishHere(companyId, ticketViewersChanged, { facts, users })

    if (users.length === 0) drop(companyId, facts.id)
    else keep(companyId, found)
  }

  function keep(companyId: CompanyId, found: ConversationPresenceFacts): void {
    const { facts } = found
    const ofCompany = shown.get(companyId) ?? new Map<TicketId, ShownTicket>()
    shown.set(companyId, ofCompany)
    const { cancelEnd = () => {} } = ofCompany.get(facts.id) ?? {}
    ofCompany.set(facts.id, { ...found, companyId, cancelEnd })
    subscribeToChats(companyId, facts.connectionId)
  }

  /**
   * Handles the end of another process whose pages showed the ticket. If pages of this process show it, reads
   * it again, because the data that the other process had shared may be old.
   */
  function viewersLost({ companyId, found }: Viewing): void {
    const { id } = found.facts
    const key = keyOf(companyId, id)
    if ([...subscribers.ofCompany(companyId)].some(({ views }) => views.chatBoxes.has(id)))
      void acts.run(key, () => publishViewers(companyId, id))
    else if (viewing.elsewhere(key).size === 0) drop(companyId, id)
  }

  function drop(companyId: CompanyId, ticketId: TicketId): void {
    const ofCompany = shown.get(companyId)
    const conversation = ofCompany?.get(ticketId)
    if (ofCompany === undefined || conversation === undefined) return
    ofCompany.delete(ticketId)
    if (ofCompany.size === 0) shown.delete(companyId)
    conversation.cancelEnd()
    subscribeToChats(companyId, conversation.facts.connectionId)
  }

  function shownIn(companyId: CompanyId): ShownTicket[] {
    return [...(shown.get(companyId)?.values() ?? [])]
  }

  /** Subscribes to typing in the chats viewed over this connection, if its WhatsApp link is in this process. */
  function subscribeToChats(companyId: CompanyId, connectionId: ConnectionId | null): void {
    const link = connectionId === null ? null : links.ownLink(companyId, connectionId)
    if (link === null) return
    const chats = shownIn(companyId)
      .filter(({ facts }) => facts.connectionId === connectionId)
      .map(({ chat }) => chat)
    void acts.run(`${companyId} views over ${connectionId}`, () => whileConnected(link.watchChats(chats)))
  }

  function queueTypingOfContact(conversation: ShownTicket, doing: TypingActivity): void {
    const key = `${keyOf(conversation.companyId, conversation.facts.id)} contact`
    void acts.run(key, () => publishTypingOfContact(conversation, doing))
  }

  async function publishTypingOfContact(before: ShownTicket, doing: TypingActivity): Promise<void> {
    const { companyId } = before
    const found = await find(companyId, before.facts.id)
    if (found === null) return
    const { facts, contact } = found
    before.cancelEnd()
    delivery.publish(companyId, colleagueTyping, { facts, doing, contact, user: null })
    if (doing === 'nothing') return
    before.cancelEnd = clock.after(typingIndicatorLifetimeMs, () => queueTypingOfContact(before, 'nothing'))
  }

  async function publishTypingOfUser(
    actor: PersonActor,
    ticketId: TicketId,
    doing: TypingActivity,
  ): Promise<void> {
    const { companyId, userId, name } = actor
    const found = await find(companyId, ticketId)
    if (found === null || !mayAnswerTicket(actor, found.facts)) return
    const { facts, chat } = found
    delivery.publish(companyId, colleagueTyping, { facts, doing, contact: null, user: { id: userId, name } })
    const link = facts.connectionId === null ? null : links.link(companyId, facts.connectionId)
    if (link !== null) await whileConnected(link.typing(chat, doing))
  }

  function find(companyId: CompanyId, ticketId: TicketId): Promise<ConversationPresenceFacts | null> {
    return workplace.withCompany({ kind: 'system', name: 'conversations', companyId }, (work) =>
      readConversationPresenceFacts(work, ticketId),
    )
  }
}

const keyOf = (companyId: CompanyId, ticketId: TicketId) => `${companyId}:${ticketId}`

/** Waits for the result, and ignores the error of a connection that is not open. */
async function whileConnected(sent: Promise<void>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error
  }
}

/** Compares numbers and LIDs, because WhatsApp addresses the same person by either. */
function isSameChat(one: ChatAddress, other: ChatAddress): boolean {
  if (one.kind === 'group' || other.kind === 'group') {
    return one.kind === 'group' && other.kind === 'group' && one.group === other.group
  }
  if (one.lid !== null && one.lid === other.lid) return true
  if (one.phone === null || other.phone === null) return false
  return canonicalPhone(one.phone) === canonicalPhone(other.phone)
}
