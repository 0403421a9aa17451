import { limits } from '@balcao/domain/limits'
import { describe, expect, it } from 'vitest'
import { viewerOf } from '../../lib/session'
import { aSessionUser, userId } from '../../testing/makers'
import { aTicket, sales, support, ticketId } from '../../testing/ticket-makers'
import { liveEventFilterOf, readTicketListUrlState, ticketListQueryOf } from './list-view'
import {
  nextPageNumber,
  reduceTicketEventIntoPages,
  reduceTicketEventIntoSearchPages,
  ticketsOfPages,
} from './ticket-pages'

const ana = viewerOf(
  aSessionUser({ queues: [{ ...sales, UserQueue: { queueId: sales.id, userId: userId(2) } }] }),
)
const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`
const pending = (id: number, minute: number, change: Parameters<typeof aTicket>[0] = {}) =>
  aTicket({ id: ticketId(id), status: 'pending', updatedAt: at(minute), ...change })
const page = (tickets: readonly ReturnType<typeof aTicket>[], hasMore = false) => ({ tickets, hasMore })

function filterFor(address: string) {
  const question = ticketListQueryOf(readTicketListUrlState(new URLSearchParams(address), ana))
  if (question === undefined) throw new Error('nothing to ask')
  return liveEventFilterOf(question, ana)
}
const waiting = filterFor('sub=pending')
const ids = (pages: Parameters<typeof ticketsOfPages>[0]) => ticketsOfPages(pages).map(({ id }) => id)

describe('live events over the pages of a list', () => {
  const pages = [page([pending(3, 30), pending(2, 20)], true), page([pending(1, 10)])]

  it('RT-15 a new message moves its ticket to the top with its unread count', () => {
    const ticket = pending(1, 40, { unreadMessages: 2, version: 2 })

    const reduced = reduceTicketEventIntoPages(
      pages,
      { action: 'update', ticketId: ticket.id, ticket },
      waiting,
    )

    expect(ids(reduced)).toEqual([1, 3, 2])
    expect(ticketsOfPages(reduced)[0]?.unreadMessages).toBe(2)
  })

  it('RT-13 a ticket that passes the filter is added', () => {
    const ticket = pending(9, 25)

    expect(
      ids(reduceTicketEventIntoPages(pages, { action: 'update', ticketId: ticket.id, ticket }, waiting)),
    ).toEqual([3, 9, 2, 1])
  })

  it('RT-13 a ticket whose queue is not selected is removed', () => {
    const ticket = pending(2, 21, { queue: support, version: 2 })

    const reduced = reduceTicketEventIntoPages(
      pages,
      { action: 'update', ticketId: ticket.id, ticket },
      filterFor('sub=pending&queues=1'),
    )

    expect(ids(reduced)).toEqual([3, 1])
  })

  it('RT-14 a delete removes it, from any page', () => {
    const reduced = reduceTicketEventIntoPages(
      pages,
      { action: 'delete', ticketId: ticketId(1), reason: 'deleted', version: 2 },
      waiting,
    )

    expect(ids(reduced)).toEqual([3, 2])
  })

  it.each([
    ['resets the badge', 'sub=pending', [0]],
    ['takes the ticket off a list of unread ones', 'sub=pending&unread=1', []],
  ])('RT-14 updateUnread %s', (_, address, expected) => {
    const unread = [page([pending(1, 10, { unreadMessages: 3 })])]
    const event = { action: 'updateUnread', ticketId: ticketId(1), version: 2 } as const

    const reduced = reduceTicketEventIntoPages(unread, event, filterFor(address))

    expect(ticketsOfPages(reduced).map(({ unreadMessages }) => unreadMessages)).toEqual(expected)
  })

  it('ignores an event that is not newer', () => {
    const ticket = pending(1, 40)

    expect(
      ids(reduceTicketEventIntoPages(pages, { action: 'update', ticketId: ticket.id, ticket }, waiting)),
    ).toEqual([3, 2, 1])
  })

  it('a search adds no ticket, because only the server knows whether it matches', () => {
    const ticket = pending(9, 40)
    const found = filterFor('tab=search&q=marina')

    expect(
      ids(reduceTicketEventIntoSearchPages(pages, { action: 'update', ticketId: ticket.id, ticket }, found)),
    ).toEqual([3, 2, 1])
  })
})

describe('TICKET-48 the next page', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => pending(at + 1, 10))

  it.each([
    ['follows a full one', limits.ticketPage, true, 2],
    ['is asked again when a ticket left the list, so that none is skipped', limits.ticketPage - 1, true, 1],
    ['stays when one came on top', limits.ticketPage + 1, true, 2],
    ['does not exist after the last', limits.ticketPage, false, undefined],
  ])('%s', (_, count, hasMore, expected) => {
    expect(nextPageNumber([page(many(count), hasMore)])).toBe(expected)
  })

  it('overlapping pages show each ticket once, in its newest version', () => {
    const pages = [
      page([pending(1, 30, { version: 1 })]),
      page([pending(1, 30, { version: 4, lastMessage: 'novo' })]),
    ]

    expect(ticketsOfPages(pages).map(({ lastMessage }) => lastMessage)).toEqual(['novo'])
  })
})
