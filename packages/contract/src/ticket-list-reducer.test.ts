import { aViewer, queue, user } from '@balcao/domain/testing/viewers-and-tickets'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { LiveTicketPayload } from './live'
import { aWireTicket } from './testing/tickets'
import {
  isTicketMatchingFilter,
  type LoadedTicketList,
  reduceTickets,
  shouldShowAllTicketsByDefault,
  type TicketListFilter,
} from './ticket-list-reducer'
import type { TicketView } from './tickets'

const waiting: TicketListFilter = {
  view: 'pending',
  viewer: aViewer({ queueIds: [queue(1), queue(2)] }),
  showAll: false,
  queueIds: undefined,
  unreadOnly: false,
}
const minute = (at: number) => `2026-11-20T12:${String(at).padStart(2, '0')}:00.000Z`
const [second, first] = [
  aWireTicket({ id: 1, updatedAt: minute(1) }),
  aWireTicket({ id: 2, updatedAt: minute(2) }),
]
const list: LoadedTicketList = { tickets: [first, second], hasMore: false, gone: new Map() }

const update = (ticket: TicketView): LiveTicketPayload => ({ action: 'update', ticketId: ticket.id, ticket })
const gone = (ticket: TicketView, version: number): LiveTicketPayload => ({
  action: 'delete',
  ticketId: ticket.id,
  reason: 'status',
  version,
})
const seen = (ticket: TicketView, version: number): LiveTicketPayload => ({
  action: 'updateUnread',
  ticketId: ticket.id,
  version,
})
const idsAfter = (event: LiveTicketPayload, filter = waiting, before = list) =>
  reduceTickets(before, event, filter).tickets.map(({ id }) => id)

describe('the effect of an event on a list', () => {
  test.each<[string, LiveTicketPayload, number[]]>([
    [
      'RT-13 a ticket that passes is added in its place',
      update(aWireTicket({ id: 3, updatedAt: minute(3) })),
      [3, 2, 1],
    ],
    [
      'RT-13 between others',
      update(aWireTicket({ id: 3, updatedAt: '2026-11-20T12:01:30.000Z' })),
      [2, 3, 1],
    ],
    [
      'of two at once the higher id comes first',
      update(aWireTicket({ id: 3, updatedAt: minute(2) })),
      [3, 2, 1],
    ],
    ['RT-13 one of another list is not', update(aWireTicket({ id: 3, status: 'closed' })), [2, 1]],
    [
      "RT-13 one of a queue that is not the viewer's is not",
      update(aWireTicket({ id: 3, queueId: queue(3) })),
      [2, 1],
    ],
    [
      'RT-13 one that passes no more leaves',
      update({ ...first, status: 'open', userId: user(1), version: 2 }),
      [1],
    ],
    [
      'RT-15 one with a new message moves to the top',
      update({ ...second, updatedAt: minute(9), version: 2 }),
      [1, 2],
    ],
    ['RT-14 a deleted one leaves', gone(first, 2), [1]],
    ['RT-14 of an unknown one nothing is left to leave', gone(aWireTicket({ id: 9 }), 2), [2, 1]],
    ['an older update changes nothing', update({ ...second, updatedAt: minute(9), version: 1 }), [2, 1]],
    ['an older delete changes nothing', gone({ ...first }, 0), [2, 1]],
  ])('%s', (_, event, ids) => {
    expect(idsAfter(event)).toEqual(ids)
  })

  it('RT-14 updateUnread resets the badge, and removes the ticket from a list of unread ones', () => {
    const after = reduceTickets(list, seen(first, 2), waiting)

    expect(after.tickets[0]).toEqual({ ...first, unreadMessages: 0, version: 2 })
    expect(idsAfter(seen(first, 2), { ...waiting, unreadOnly: true })).toEqual([1])
  })

  it('a removed ticket does not return with an older event, but with a newer one', () => {
    const left = reduceTickets(list, gone(first, 5), waiting)

    expect(idsAfter(update({ ...first, version: 4 }), waiting, left)).toEqual([1])
    expect(idsAfter(update({ ...first, version: 6 }), waiting, left)).toEqual([2, 1])
  })

  it('nor does one that an update removed', () => {
    const accepted = { ...first, status: 'open', userId: user(2), version: 5 } as const
    const left = reduceTickets(list, update(accepted), waiting)

    expect(idsAfter(update({ ...first, version: 4 }), waiting, left)).toEqual([1])
  })

  it('a ticket below the loaded part comes with its page, not with an event', () => {
    const below = aWireTicket({ id: 3, updatedAt: minute(0) })
    const partly = { ...list, hasMore: true }

    expect(idsAfter(update(below), waiting, partly)).toEqual([2, 1])
    expect(idsAfter(update(below), waiting, list)).toEqual([2, 1, 3])
    expect(
      reduceTickets(partly, update({ ...second, lastMessageAck: 3, version: 2 }), waiting).tickets[1],
    ).toMatchObject({
      lastMessageAck: 3,
    })
  })
})

describe('the filter of a list', () => {
  test.each<[string, Partial<TicketListFilter>, Partial<Omit<TicketView, 'id'>>, boolean]>([
    ['a chosen queue', { queueIds: [queue(1)] }, {}, true],
    ['a queue that is not chosen', { queueIds: [queue(2)] }, {}, false],
    ['no queue chosen', { queueIds: [] }, {}, false],
    ['unread asked, none unread', { unreadOnly: true }, { unreadMessages: 0 }, false],
    ['unread asked, some unread', { unreadOnly: true }, { unreadMessages: 2 }, true],
    [
      'without queue, for a viewer who sees those',
      { viewer: aViewer({ allTicket: true }), queueIds: [] },
      { queueId: null },
      true,
    ],
    ['without queue, for others', {}, { queueId: null }, false],
    [
      'of another queue, for a viewer of all pending ones',
      { viewer: aViewer({ allTicket: true }), queueIds: undefined },
      { queueId: queue(3) },
      true,
    ],
    [
      'of another queue, where queues are chosen',
      { viewer: aViewer({ allTicket: true }), queueIds: [queue(1)] },
      { queueId: queue(3) },
      false,
    ],
    [
      'without queue, where queues are chosen: it has none that could be left out',
      { viewer: aViewer({ profile: 'admin' }), queueIds: [queue(1)] },
      { queueId: null },
      true,
    ],
    ['an own open one', { view: 'open' }, { status: 'open', userId: user(1) }, true],
    ["a colleague's open one", { view: 'open' }, { status: 'open', userId: user(2) }, false],
    [
      "a colleague's open one for an admin who shows all",
      { view: 'open', showAll: true, viewer: aViewer({ profile: 'admin' }) },
      { status: 'open', userId: user(2) },
      true,
    ],
  ])('RT-13 TICKET-41 %s', (_, filter, ticket, doesPass) => {
    expect(isTicketMatchingFilter(aWireTicket(ticket), { ...waiting, ...filter })).toBe(doesPass)
  })

  it('TICKET-09 admins start with show-all', () => {
    expect(shouldShowAllTicketsByDefault(aViewer({ profile: 'admin' }))).toBe(true)
    expect(shouldShowAllTicketsByDefault(aViewer())).toBe(false)
  })
})

describe('repeated and reordered events', () => {
  /** The life of one ticket: each version is in the list or not. Its events are the matching updates and deletes. */
  const life = fc
    .array(fc.constantFrom<'here' | 'elsewhere' | 'gone'>('here', 'elsewhere', 'gone'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((states) =>
      states.map((state, at): LiveTicketPayload => {
        const version = at + 1
        const ticket = aWireTicket({ id: 3, version, updatedAt: minute(version) })
        if (state === 'gone') return gone(ticket, version)
        return update(state === 'here' ? ticket : { ...ticket, status: 'closed' })
      }),
    )

  it('any order of the events, each once or more, has the result of the original order', () => {
    const shuffled = life.chain((events) =>
      fc
        .tuple(
          fc.shuffledSubarray(events, { minLength: events.length }),
          fc.array(fc.constantFrom(...events)),
        )
        .map(([once, again]) => ({ events, inbound: [...once, ...again] })),
    )
    const reduce = (events: readonly LiveTicketPayload[]) =>
      events.reduce((before, event) => reduceTickets(before, event, waiting), list).tickets
    fc.assert(
      fc.property(shuffled, ({ events, inbound }) => {
        expect(reduce(inbound)).toEqual(reduce(events))
      }),
    )
  })
})
