import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type { CustomerMessage, ReceptionDecision } from '@balcao/domain/reception/facts'
import { isRatingAccepted, parseRating } from '@balcao/domain/reception/rating'
import type { CompanyWork } from '../../platform/work'
import { applyCampaignReply, type FoundCampaignReply, findCampaignReplies } from '../campaigns/take-reply'
import type { ContactRow } from '../contacts/contacts.queries'
import { rateTicket } from '../tickets/acts/rate-ticket'
import { wakeTicketsOnCustomerMessage } from '../tickets/acts/snooze-ticket'
import { createPendingTickets, moveTicketsToConnections } from '../tickets/contact/open-tickets'
import type { TicketRow } from '../tickets/tickets.queries'
import { loadTicketRow } from '../tickets/tickets.read'
import { ratingRequest } from './bot-conversations.queries'
import { applyDecisionsToTickets, queueAndBotOfDecisions } from './carry-out'
import { readReceptionFacts } from './reception-facts.read'

interface CustomerMessageOfConnection {
  readonly contact: ContactRow
  readonly connectionId: ConnectionId
  readonly message: CustomerMessage
}

interface PlacedCustomerMessage {
  readonly ticket: TicketRow
  /**
   * Whether the message needs no answer and is stored in a closed ticket: a rating, or only an answer to a campaign.
   */
  readonly callsNobody: boolean
  /** The decisions to carry out after the message is stored. Empty: the message gets no automatic answer. */
  readonly decisions: readonly ReceptionDecision[]
}

/** What was read about contacts under their locks. */
interface Known {
  /** The live tickets of the contacts, locked. */
  readonly live: ReadonlyMap<ContactId, TicketRow>
  readonly replies: ReadonlyMap<ContactId, FoundCampaignReply>
}

/** Finds or opens each message's ticket, and decides its answers. Campaign replies come before the menu (CAMP-18). */
export async function findOrOpenTicketsOfCustomers<C extends CustomerMessageOfConnection>(
  work: CompanyWork,
  customers: readonly C[],
  { live, replies }: Known,
): Promise<ReadonlyMap<C, PlacedCustomerMessage>> {
  const closed = new Map<C, TicketRow>()
  const rated = new Set<C>()
  for (const customer of customers.filter(({ contact }) => !live.has(contact.id))) {
    const ratedTicket = await storeRating(work, customer)
    if (ratedTicket !== null) rated.add(customer)
    const ticket = ratedTicket ?? (await ticketOfReply(work, replies.get(customer.contact.id)))
    if (ticket !== null) closed.set(customer, ticket)
  }
  for (const customer of customers) {
    const reply = replies.get(customer.contact.id)
    if (reply !== undefined && !rated.has(customer)) await applyCampaignReply(work, reply)
  }

  const moved = await moveTicketsToConnections(
    work,
    customers.flatMap(({ contact, connectionId }) => {
      const ticket = live.get(contact.id)
      return ticket === undefined ? [] : { ticket, connectionId }
    }),
  )
  const woken = new Map(
    (await wakeTicketsOnCustomerMessage(work, moved)).map((ticket) => [ticket.contact_id, ticket]),
  )
  const found = customers
    .filter((customer) => !closed.has(customer))
    .map((customer) => ({ customer, ticket: woken.get(customer.contact.id) ?? null }))
  const decisions = await decideForCustomers(
    work,
    found.filter(({ customer: { contact }, ticket }) => {
      const reply = replies.get(contact.id)
      return (ticket === null || ticket.user_id === null) && !(reply?.isBare === true && reply.isNext)
    }),
  )
  const placed = await placeOrOpen(work, found, decisions)
  return new Map(
    customers.map((customer): [C, PlacedCustomerMessage] => {
      const ticket = closed.get(customer) ?? placed.get(customer)
      if (ticket === undefined) throw new Error('each customer has a ticket')
      const callsNobody = ticket.status === 'closed'
      return [customer, { ticket, callsNobody, decisions: decisions.get(customer) ?? [] }]
    }),
  )
}

/** A customer, and the live ticket; null: a new one is to be opened. */
interface FoundTicket<C> {
  readonly customer: C
  readonly ticket: TicketRow | null
}

async function decideForCustomers<C extends CustomerMessageOfConnection>(
  work: CompanyWork,
  undecided: readonly FoundTicket<C>[],
): Promise<ReadonlyMap<C, readonly ReceptionDecision[]>> {
  const messages = undecided.map(({ customer, ticket }) => ({ ...customer, ticket }))
  const facts = await readReceptionFacts(work, messages)
  return new Map(
    undecided.map(({ customer }, at) => {
      const known = facts[at]
      return [customer, known === undefined ? [] : decideReception(known)]
    }),
  )
}

/** Opens new tickets directly in their queues, so that each row is written once and pages get one event. */
async function placeOrOpen<C extends CustomerMessageOfConnection>(
  work: CompanyWork,
  found: readonly FoundTicket<C>[],
  decisions: ReadonlyMap<C, readonly ReceptionDecision[]>,
): Promise<ReadonlyMap<C, TicketRow>> {
  const decisionsOf = (customer: C) => decisions.get(customer) ?? []
  const known = found.flatMap(({ customer, ticket }) => (ticket === null ? [] : { customer, ticket }))
  const strangers = found.flatMap(({ customer, ticket }) => (ticket === null ? customer : []))
  const opened = await createPendingTickets(
    work,
    strangers.map((customer) => ({ ...customer, placement: queueAndBotOfDecisions(decisionsOf(customer)) })),
  )
  const placed = await applyDecisionsToTickets(
    work,
    known.map(({ customer, ticket }) => ({ ticket, decisions: decisionsOf(customer) })),
  )
  const ofContact = new Map([...opened, ...placed].map((ticket) => [ticket.contact_id, ticket]))
  return new Map(
    found.flatMap(({ customer }) => {
      const ticket = ofContact.get(customer.contact.id)
      return ticket === undefined ? [] : [[customer, ticket] as const]
    }),
  )
}

export function campaignRepliesByContact(
  work: CompanyWork,
  customers: readonly Pick<CustomerMessageOfConnection, 'contact' | 'message'>[],
): Promise<ReadonlyMap<ContactId, FoundCampaignReply>> {
  const saying = customers.filter(
    ({ contact, message: { kind } }) => (kind === 'text' || kind === 'no-words') && !contact.is_group,
  )
  const texts = saying.map(({ contact, message }) => ({
    contactId: contact.id,
    text: message.kind === 'text' ? message.text : null,
  }))
  return findCampaignReplies(work, texts)
}

/** The closed ticket of the campaign's message, in which a bare reply without a live ticket is stored. */
async function ticketOfReply(
  work: CompanyWork,
  reply: FoundCampaignReply | undefined,
): Promise<TicketRow | null> {
  if (reply === undefined || !reply.isBare || reply.ticketId === null) return null
  return loadTicketRow(work, reply.ticketId)
}

/** The answer 1, 2 or 3 rates the closed ticket, if that was requested (BOT-09). The contact is locked meanwhile. */
async function storeRating(
  work: CompanyWork,
  { contact, message }: CustomerMessageOfConnection,
): Promise<TicketRow | null> {
  const rating = message.kind === 'text' && !contact.is_group ? parseRating(message.text) : null
  if (rating === null) return null
  const asked = await work.db.row(ratingRequest, { contactId: contact.id })
  if (asked === null || !isRatingAccepted(asked.rating_asked_at, work.now)) return null

  const isTaken = await rateTicket(work, asked.rating_ticket_id, rating)
  return isTaken ? loadTicketRow(work, asked.rating_ticket_id) : null
}
