import { expect, it, test } from 'vitest'
import type { ConnectionId } from './ids'
import { aTicket, queue, user } from './testing/viewers-and-tickets'
import { type TicketAct, type TicketUpdate, ticketActOf } from './ticket-update'

const sales = queue(1)
const support = queue(2)
const ana = user(1)
const rui = user(2)
const waiting = aTicket({ queueId: sales })
const unqueued = aTicket()
const ruis = aTicket({ status: 'open', userId: rui, queueId: sales })
const anas = aTicket({ status: 'open', userId: ana, queueId: sales })
const closed = aTicket({ status: 'closed', userId: ana, queueId: sales })
const line = 7 as ConnectionId

const wrongState: TicketAct = { act: 'refuse', why: 'wrong-state' }
const toSupport = { act: 'transfer', queueId: support, userId: null } as const

test.each<[string, typeof waiting, TicketUpdate, TicketAct]>([
  ['TICKET-16 a waiting ticket is accepted', waiting, { status: 'open', userId: ana }, { act: 'accept' }],
  [
    'TICKET-16 one without queue may get one with the same act',
    unqueued,
    { status: 'open', userId: ana, queueId: support },
    { act: 'accept', queueId: support },
  ],
  ['TICKET-19 an open one is returned', anas, { status: 'pending', userId: null }, { act: 'return' }],
  ['TICKET-19 a waiting one cannot be returned', waiting, { status: 'pending', userId: null }, wrongState],
  ['TICKET-19 nor a closed one', closed, { status: 'pending', userId: null }, wrongState],
  ['TICKET-20 an open one is resolved', anas, { status: 'closed', userId: ana }, { act: 'resolve' }],
  ['TICKET-20 a waiting one is resolved', waiting, { status: 'closed' }, { act: 'resolve' }],
  ['TICKET-20 a closed one not again', closed, { status: 'closed' }, wrongState],
  ['TICKET-21 a closed one is reopened', closed, { status: 'open', userId: rui }, { act: 'reopen' }],
  [
    'TICKET-23 to a queue without user',
    anas,
    { queueId: support, userId: null, status: 'pending' },
    toSupport,
  ],
  ['TICKET-23 to a queue, nothing said of the user', anas, { queueId: support }, toSupport],
  [
    'TICKET-23 pending holds against a user sent along',
    anas,
    { queueId: support, userId: rui, status: 'pending' },
    toSupport,
  ],
  [
    'TICKET-24 to a user of another queue',
    anas,
    { queueId: support, userId: rui },
    { ...toSupport, userId: rui },
  ],
  [
    'TICKET-24 to a colleague of the same queue',
    anas,
    { queueId: sales, userId: rui, status: 'open' },
    { ...toSupport, queueId: sales, userId: rui },
  ],
  [
    'TICKET-24 over another connection',
    anas,
    { queueId: support, userId: rui, connectionId: line },
    { ...toSupport, userId: rui, connectionId: line },
  ],
  [
    'within its queue over another connection, to wait',
    anas,
    { queueId: sales, userId: null, status: 'pending', connectionId: line },
    { ...toSupport, queueId: sales, connectionId: line },
  ],
  [
    'within its queue over another connection, with its owner',
    anas,
    { queueId: sales, userId: ana, status: 'open', connectionId: line },
    { ...toSupport, queueId: sales, userId: ana, connectionId: line },
  ],
  [
    'another connection alone: it stays whose it is, and where',
    anas,
    { connectionId: line },
    { act: 'transfer', connectionId: line },
  ],
  [
    'another connection alone, of a ticket without a queue: it gets none',
    unqueued,
    { connectionId: line },
    { act: 'transfer', connectionId: line },
  ],
  [
    'another connection alone, beside the status that it has',
    anas,
    { status: 'open', connectionId: line },
    { act: 'transfer', connectionId: line },
  ],
  [
    'another connection, to wait: no queue need be named',
    anas,
    { status: 'pending', userId: null, connectionId: line },
    { act: 'transfer', userId: null, connectionId: line },
  ],
  ['another connection of a closed ticket', closed, { connectionId: line }, wrongState],
  [
    'TICKET-16 accepted over another connection',
    waiting,
    { status: 'open', userId: ana, connectionId: line },
    { act: 'accept', connectionId: line },
  ],
  [
    'TICKET-21 reopened over another connection',
    closed,
    { status: 'open', connectionId: line },
    { act: 'reopen', connectionId: line },
  ],
  [
    'a waiting ticket opened in another queue than its own is taken there',
    waiting,
    { status: 'open', userId: ana, queueId: support },
    { ...toSupport, userId: ana },
  ],
  [
    'TICKET-25 a waiting ticket opened for a colleague, without a queue',
    waiting,
    { status: 'open', userId: rui },
    { act: 'refuse', why: 'queue-required' },
  ],
  [
    'TICKET-23 its own queue named without a user is a return, with a status or without',
    anas,
    { queueId: sales, userId: null },
    { act: 'return' },
  ],
  [
    'a waiting ticket opened for a colleague becomes that colleague’s',
    waiting,
    { status: 'open', userId: rui, queueId: sales },
    { ...toSupport, queueId: sales, userId: rui },
  ],
  [
    'its own queue named over its own connection is a return',
    anas,
    { queueId: sales, userId: null, status: 'pending', connectionId: anas.connectionId },
    { act: 'return' },
  ],
  ['TICKET-25 to a user without a queue', anas, { userId: rui }, { act: 'refuse', why: 'queue-required' }],
  ['TICKET-25 a closed one is not transferred', closed, { queueId: support }, wrongState],
  [
    'TICKET-52 accepting a ticket of another user is an accept, whose refusal names that user',
    ruis,
    { status: 'open', userId: ana },
    { act: 'accept' },
  ],
  ['TICKET-46 an open one opened again by its owner', anas, { status: 'open', userId: ana }, { act: 'stay' }],
  ['TICKET-46 an empty update', anas, {}, { act: 'stay' }],
  ['TICKET-46 its own queue and user named again', anas, { queueId: sales, userId: ana }, { act: 'stay' }],
])('%s', (_, ticket, update, act) => {
  expect(ticketActOf(ticket, update, ana)).toEqual(act)
})

it('TICKET-46 clearing the user of an open ticket without a status changes nothing', () => {
  expect(ticketActOf(anas, { userId: null, queueId: null }, ana)).toEqual({ act: 'stay' })
})
