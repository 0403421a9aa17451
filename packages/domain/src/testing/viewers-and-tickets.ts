import fc from 'fast-check'
import type { CompanyId, ConnectionId, ContactId, QueueId, TicketId, UserId } from '../ids'
import { profiles, type Viewer } from '../people'
import { type TicketSnapshot, ticketStatuses } from '../tickets'

/**
 * Viewers and tickets for tests of rules, made by hand or generated. Ids are small, so that generated people and
 * tickets share queues. Branding is parsing.
 */
export const queue = (id: number) => id as QueueId
export const user = (id: number) => id as UserId

export function aViewer(different: Partial<Viewer> = {}): Viewer {
  return {
    userId: user(1),
    companyId: 1 as CompanyId,
    profile: 'user',
    isSuper: false,
    queueIds: [],
    allTicket: false,
    ...different,
  }
}

export function aTicket(different: Partial<TicketSnapshot> = {}): TicketSnapshot {
  return {
    id: 1 as TicketId,
    status: 'pending',
    userId: null,
    queueId: null,
    contactId: 1 as ContactId,
    connectionId: 1 as ConnectionId,
    isGroup: false,
    ...different,
  }
}

/** Any user of a company with three users and three queues. */
export const anyViewer: fc.Arbitrary<Viewer> = fc.record({
  userId: fc.constantFrom(1, 2, 3).map(user),
  companyId: fc.constant(1 as CompanyId),
  profile: fc.constantFrom(...profiles),
  isSuper: fc.boolean(),
  queueIds: fc.subarray([1, 2, 3].map(queue)),
  allTicket: fc.boolean(),
})

/** Any ticket of that company: an open one has an owner, a pending one has none, a closed one may have had. */
export const anyTicket: fc.Arbitrary<TicketSnapshot> = fc
  .record({
    status: fc.constantFrom(...ticketStatuses),
    owner: fc.constantFrom(1, 2, 3).map(user),
    queueId: fc.option(fc.constantFrom(1, 2, 3).map(queue)),
    isGroup: fc.boolean(),
  })
  .map(({ owner, ...ticket }) => aTicket({ ...ticket, userId: ticket.status === 'pending' ? null : owner }))
