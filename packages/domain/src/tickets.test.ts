import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { TicketId } from './ids'
import type { Viewer } from './people'
import { anyTicket, anyViewer, aTicket, aViewer, queue, user } from './testing/viewers-and-tickets'
import {
  isInTicketList,
  isLiveTicketStatus,
  isNotifiedOfTicket,
  mayAnswerTicket,
  mayReadTicket,
  shouldMarkTicketReadOnOpen,
  type TicketSnapshot,
  ticketStatuses,
  ticketToKeepInMerge,
} from './tickets'

const mine = queue(1)
const other = queue(2)
const me = user(1)
const colleague = user(2)
const viewers = {
  admin: aViewer({ profile: 'admin' }),
  user: aViewer({ queueIds: [mine] }),
  supervisor: aViewer({ profile: 'supervisor', queueIds: [mine] }),
  'user with allTicket': aViewer({ queueIds: [mine], allTicket: true }),
  'super who is no admin': aViewer({ isSuper: true, queueIds: [mine] }),
}
const tickets = {
  'pending, in a queue of theirs': aTicket({ queueId: mine }),
  'pending, other queue': aTicket({ queueId: other }),
  'pending, no queue': aTicket(),
  'open, own, their queue': aTicket({ status: 'open', userId: me, queueId: mine }),
  'open, own, other queue': aTicket({ status: 'open', userId: me, queueId: other }),
  'open, own, no queue': aTicket({ status: 'open', userId: me }),
  "open, colleague's, same queue": aTicket({ status: 'open', userId: colleague, queueId: mine }),
  "open, colleague's, other queue": aTicket({ status: 'open', userId: colleague, queueId: other }),
  "open, colleague's, no queue": aTicket({ status: 'open', userId: colleague }),
  'closed, same queue': aTicket({ status: 'closed', userId: colleague, queueId: mine }),
  'closed, other queue': aTicket({ status: 'closed', userId: colleague, queueId: other }),
  'closed by them, other queue': aTicket({ status: 'closed', userId: me, queueId: other }),
}
type Kind = keyof typeof tickets

/** Where the viewer finds the ticket: in a list, by search and address only, or nowhere. */
function sightOf(viewer: Viewer, ticket: TicketSnapshot): 'list' | 'address' | 'nothing' {
  if (isInTicketList(viewer, ticket.status, ticket, false)) return 'list'
  return isInTicketList(viewer, 'search', ticket, false) ? 'address' : 'nothing'
}

/** Rows of the table of decision 0002, one for each cell. */
const forUsers: [Kind, 'list' | 'address' | 'nothing'][] = [
  ['pending, in a queue of theirs', 'list'],
  ['pending, other queue', 'nothing'],
  ['pending, no queue', 'nothing'],
  ['open, own, their queue', 'list'],
  ['open, own, other queue', 'list'],
  ['open, own, no queue', 'list'],
  ["open, colleague's, same queue", 'address'],
  ["open, colleague's, other queue", 'nothing'],
  ["open, colleague's, no queue", 'nothing'],
  ['closed, same queue', 'list'],
  ['closed, other queue', 'nothing'],
  ['closed by them, other queue', 'nothing'],
]

describe('who sees what', () => {
  test.each(forUsers)('TICKET-36 TICKET-41 a user sees a ticket that is %s: %s', (kind, sight) => {
    expect(sightOf(viewers.user, tickets[kind])).toBe(sight)
  })

  test.each(forUsers)('a supervisor and a super see what a user sees: %s, %s', (kind, sight) => {
    expect(sightOf(viewers.supervisor, tickets[kind])).toBe(sight)
    expect(sightOf(viewers['super who is no admin'], tickets[kind])).toBe(sight)
  })

  test.each(forUsers)(
    "TICKET-37 an admin sees every ticket, colleagues' open ones with show-all: %s",
    (kind) => {
      expect(mayReadTicket(viewers.admin, tickets[kind])).toBe(true)
      expect(isInTicketList(viewers.admin, tickets[kind].status, tickets[kind], true)).toBe(true)
      const isColleagues = tickets[kind].status === 'open' && tickets[kind].userId === colleague
      expect(isInTicketList(viewers.admin, tickets[kind].status, tickets[kind], false)).toBe(!isColleagues)
    },
  )

  test.each<[Kind, 'list' | 'address' | 'nothing']>([
    ['pending, no queue', 'list'],
    ["open, colleague's, no queue", 'address'],
    ['pending, other queue', 'list'],
    ["open, colleague's, other queue", 'nothing'],
    ['closed, other queue', 'nothing'],
    ['closed by them, other queue', 'nothing'],
  ])(
    'TICKET-38 USER-14 with allTicket a user serves all pending tickets and those without queue: %s, %s',
    (kind, sight) => {
      expect(sightOf(viewers['user with allTicket'], tickets[kind])).toBe(sight)
    },
  )

  it('PERM-02 show-all changes nothing for users who are not admins', () => {
    fc.assert(
      fc.property(anyViewer, anyTicket, (viewer, ticket) => {
        fc.pre(viewer.profile !== 'admin')
        for (const view of [...ticketStatuses, 'search'] as const) {
          expect(isInTicketList(viewer, view, ticket, true)).toBe(isInTicketList(viewer, view, ticket, false))
        }
      }),
    )
  })

  it('lists show only readable tickets, each in the list of its status', () => {
    fc.assert(
      fc.property(anyViewer, anyTicket, fc.boolean(), (viewer, ticket, showAll) => {
        const views = ticketStatuses.filter((view) => isInTicketList(viewer, view, ticket, showAll))
        expect(views.length === 0 || mayReadTicket(viewer, ticket)).toBe(true)
        expect(views.every((view) => view === ticket.status)).toBe(true)
        expect(isInTicketList(viewer, 'search', ticket, showAll)).toBe(mayReadTicket(viewer, ticket))
      }),
    )
  })
})

describe('the rights on a ticket', () => {
  it('decision 0002: exactly the users who may read an open ticket may answer it', () => {
    fc.assert(
      fc.property(anyViewer, anyTicket, (viewer, ticket) => {
        expect(mayAnswerTicket(viewer, ticket)).toBe(
          ticket.status === 'open' && mayReadTicket(viewer, ticket),
        )
      }),
    )
  })

  test.each<[string, TicketSnapshot, boolean]>([
    ['the owner of an open ticket', tickets['open, own, their queue'], true],
    ['a colleague who reads it', tickets["open, colleague's, same queue"], false],
    ['a user who reads a pending one', tickets['pending, in a queue of theirs'], false],
    ['the former owner of a closed one', tickets['closed by them, other queue'], false],
  ])('TICKET-51 reading marks as read only for the owner: %s', (_, ticket, marks) => {
    expect(shouldMarkTicketReadOnOpen(viewers.user, ticket)).toBe(marks)
    expect(shouldMarkTicketReadOnOpen(viewers.admin, { ...ticket, userId: colleague })).toBe(false)
  })

  test.each([
    ['pending', true],
    ['open', true],
    ['snoozed', true],
    ['closed', false],
  ] as const)('TICKET-34 a %s ticket is live: %s', (status, live) => {
    expect(isLiveTicketStatus(status)).toBe(live)
  })
})

test.each([
  ['the open one', { id: 1, status: 'pending' }, { id: 2, status: 'open' }, 2],
  ['the snoozed one', { id: 1, status: 'pending' }, { id: 2, status: 'snoozed' }, 2],
  ['of two pending ones, the older', { id: 1, status: 'pending' }, { id: 2, status: 'pending' }, 1],
  ['of two open ones, the older', { id: 1, status: 'open' }, { id: 2, status: 'open' }, 1],
] as const)('TICKET-34 of two live tickets of one contact %s is kept', (_, one, other, keptId) => {
  const [a, b] = [
    aTicket({ ...one, id: one.id as TicketId }),
    aTicket({ ...other, id: other.id as TicketId }),
  ] // branding is parsing

  expect(ticketToKeepInMerge(a, b)).toEqual(keptId === a.id ? { kept: a, gone: b } : { kept: b, gone: a })
  expect(ticketToKeepInMerge(b, a)).toEqual(ticketToKeepInMerge(a, b))
})

describe('notifications', () => {
  test.each<[keyof typeof viewers, Kind, boolean]>([
    ['user', 'open, own, their queue', true],
    ['user', "open, colleague's, same queue", false],
    ['user', 'pending, in a queue of theirs', true],
    ['user', 'pending, other queue', false],
    ['user', 'pending, no queue', false],
    ['user with allTicket', 'pending, no queue', true],
    ['user with allTicket', 'pending, other queue', true],
    ['user with allTicket', "open, colleague's, other queue", false],
    ['admin', "open, colleague's, same queue", false],
    ['admin', 'pending, other queue', false],
    ['user', 'closed, same queue', false],
  ])('RT-12 SHELL-46 %s, of a ticket that is %s: %s', (who, kind, expected) => {
    expect(isNotifiedOfTicket(viewers[who], tickets[kind])).toBe(expected)
  })

  it('a notified user may read the ticket', () => {
    fc.assert(
      fc.property(anyViewer, anyTicket, (viewer, ticket) => {
        fc.pre(ticket.status !== 'closed')
        expect(!isNotifiedOfTicket(viewer, ticket) || mayReadTicket(viewer, ticket)).toBe(true)
      }),
    )
  })
})
