import { expect, test } from 'vitest'
import { decideReception, type ReceptionFacts } from './reception'
import { queue } from './testing/viewers-and-tickets'

const [sales, support] = [queue(1), queue(2)]
const newTicket: ReceptionFacts = {
  ticketIsNew: true,
  ticketQueueId: null,
  isGroup: false,
  connectionQueueIds: [sales],
}
const assign = [{ decision: 'assign-queue', queueId: sales }]

test.each<[string, Partial<ReceptionFacts>, readonly object[]]>([
  ['the one queue of the connection is given to a new ticket', {}, assign],
  ['groups too', { isGroup: true }, assign],
  ['without queues the ticket waits without one', { connectionQueueIds: [] }, []],
  ['with several queues it waits without one', { connectionQueueIds: [sales, support] }, []],
  ['a ticket that goes on is left where it is', { ticketIsNew: false }, []],
  ['a queue is never replaced', { ticketQueueId: support }, []],
])('decision 0002: %s', (_, different, decided) => {
  expect(decideReception({ ...newTicket, ...different })).toEqual(decided)
})
