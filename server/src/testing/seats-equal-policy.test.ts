import type { LiveTicket } from '@balcao/contract/live'
import type { TicketId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import { anyTicket, anyViewer } from '@balcao/domain/testing/viewers-and-tickets'
import { mayReadTicket, standsInView, type TicketFacts, ticketStatuses } from '@balcao/domain/tickets'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageChanged, messageStored } from '../features/messages/messages.events'
import type { UnsignedMessage } from '../features/messages/messages.view'
import { ticketChanged, ticketRead } from '../features/tickets/tickets.events'
import type { UnsignedTicket } from '../features/tickets/tickets.view'
import type { Seat } from '../platform/live/event-kind'

/** HOUSE 8, "seats equal policy": an event reaches a seat exactly when its user may read the thing and a view shows it. */
const links = { toFile: () => 'link' }
const ticketId = 1 as TicketId
const otherId = 2 as TicketId

const anySeat: fc.Arbitrary<Seat> = fc
  .record({
    viewer: anyViewer,
    statuses: fc.subarray([...ticketStatuses]),
    notification: fc.boolean(),
    chatBoxes: fc.subarray([ticketId, otherId]),
  })
  .map(({ viewer, statuses, notification, chatBoxes }) => ({
    viewer: { ...viewer, kind: 'person', name: '', sessionId: 's' } as PersonActor,
    sessionId: 's',
    views: { statuses: new Set(statuses), notification, chatBoxes: new Set(chatBoxes) },
  }))

/** The rule in other words than the code's: what would this person's page show of the ticket? */
function pageShows({ viewer, views }: Seat, ticket: TicketFacts | null): boolean {
  if (ticket === null || !mayReadTicket(viewer, ticket)) return false
  const inAList = [...views.statuses].some((status) =>
    [true, false].some((showAll) => standsInView(viewer, status, ticket, showAll)),
  )
  return inAList || views.notification || views.chatBoxes.has(ticket.id)
}

// Only what the events read of them.
const wireTicket = { contact: { pictureKey: null } } as unknown as UnsignedTicket
const wireMessage = { media: null, quotedMsg: null, body: 'palavras' } as unknown as UnsignedMessage
const runs = { numRuns: 2_000 }

describe('HOUSE 8 seats equal policy', () => {
  it('a changed ticket comes where it is shown, leaves where it was, and is silence elsewhere', () => {
    const states = fc.tuple(fc.option(anyTicket), fc.option(anyTicket))
    fc.assert(
      fc.property(anySeat, states, (seat, [before, after]) => {
        const ticket = after === null ? null : wireTicket
        const emission = ticketChanged.reach({ before, after, ticket, ticketId, version: 2 }, seat, links)

        const action = (emission?.payload as LiveTicket | undefined)?.action ?? 'silence'
        const wanted = pageShows(seat, after) ? 'update' : pageShows(seat, before) ? 'delete' : 'silence'
        expect(action).toBe(wanted)
      }),
      runs,
    )
  })

  it('RT-24 a delete says why: gone, out of sight, or in another list', () => {
    fc.assert(
      fc.property(anySeat, anyTicket, fc.option(anyTicket), (seat, before, after) => {
        const ticket = after === null ? null : wireTicket
        const emission = ticketChanged.reach({ before, after, ticket, ticketId, version: 2 }, seat, links)
        const told = emission?.payload as LiveTicket | undefined
        if (told?.action !== 'delete') return

        const sees = after !== null && mayReadTicket(seat.viewer, after)
        expect(told.reason).toBe(after === null ? 'deleted' : sees ? 'status' : 'access')
        expect(told).not.toHaveProperty('ticket')
      }),
      runs,
    )
  })

  it('a new message and a read ticket come exactly where the ticket is shown', () => {
    fc.assert(
      fc.property(anySeat, anyTicket, (seat, facts) => {
        const shown = pageShows(seat, facts)
        const stored = { facts, message: wireMessage, ticket: wireTicket }
        expect(messageStored.reach(stored, seat, links) !== null).toBe(shown)
        expect(ticketRead.reach({ ticket: facts, version: 2 }, seat, links) !== null).toBe(shown)
      }),
      runs,
    )
  })

  it('ticks and deletions come exactly where the conversation is open', () => {
    fc.assert(
      fc.property(anySeat, anyTicket, (seat, facts) => {
        const isOpen = mayReadTicket(seat.viewer, facts) && seat.views.chatBoxes.has(facts.id)
        expect(messageChanged.reach({ facts, message: wireMessage }, seat, links) !== null).toBe(isOpen)
      }),
      runs,
    )
  })
})
