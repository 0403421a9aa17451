import { expect, test } from 'vitest'
import { endpointCallUrl } from './client'
import { listMessages } from './messages'
import { getTicketByUuid, listTickets } from './tickets'

test.each([
  ['without query', getTicketByUuid, { params: { uuid: 'a-b' } }, '/tickets/u/a-b'],
  [
    'a parameter cannot leave its place',
    getTicketByUuid,
    { params: { uuid: '../x?y#z' } },
    '/tickets/u/..%2Fx%3Fy%23z',
  ],
  [
    'with both',
    listMessages,
    { params: { ticketId: 7 }, query: { pageNumber: 2 } },
    '/messages/7?pageNumber=2',
  ],
  [
    'GEN-16 lists travel as JSON texts',
    listTickets,
    { query: { queueIds: [1, 2], tags: [] } },
    '/tickets?queueIds=%5B1%2C2%5D&tags=%5B%5D',
  ],
  [
    'undefined is left out',
    listTickets,
    { query: { status: undefined, showAll: false } },
    '/tickets?showAll=false',
  ],
  [
    'words are encoded',
    listTickets,
    { query: { searchParam: 'João & Cia +1' } },
    '/tickets?searchParam=Jo%C3%A3o+%26+Cia+%2B1',
  ],
  ['nothing given', listTickets, {}, '/tickets'],
])('the address of a call: %s', (_, endpoint, input, address) => {
  expect(endpointCallUrl(endpoint, input)).toBe(address)
})
