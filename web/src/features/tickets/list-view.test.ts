import { describe, expect, it } from 'vitest'
import { viewerOf } from '../../lib/session'
import { anAdmin, aSessionUser, queueId, userId } from '../../testing/makers'
import {
  readTicketListUrlState,
  type TicketListUrlState,
  ticketListNameOf,
  ticketListQueryOf,
  writeTicketListUrlState,
} from './list-view'

const attendant = viewerOf(aSessionUser())
const admin = viewerOf(anAdmin())
const read = (address: string, viewer = attendant) =>
  readTicketListUrlState(new URLSearchParams(address), viewer)
const search = (change: Partial<TicketListUrlState>): TicketListUrlState => ({
  ...read('tab=search'),
  ...change,
})

describe('the list view in the address', () => {
  it('TICKET-04 TICKET-05 begins with open and assigned', () => {
    expect(read('')).toMatchObject({ tab: 'open', sub: 'assigned', queueIds: undefined, unreadOnly: false })
    expect(ticketListNameOf(read(''))).toBe('open')
    expect(ticketListNameOf(read('sub=pending'))).toBe('pending')
  })

  it.each([
    ['TICKET-09 starts on for admins', '', admin, true],
    ['TICKET-09 is switched off by an admin', 'all=0', admin, false],
    ['TICKET-09 does not exist for attendants', 'all=1', attendant, false],
  ])('show-all %s', (_, address, viewer, expected) => {
    expect(read(address, viewer).showAll).toBe(expected)
  })

  it('TICKET-06 only admins filter by user', () => {
    expect(read('users=4,5', admin).users).toEqual([4, 5])
    expect(read('users=4,5', attendant).users).toEqual([])
  })

  it.each([
    '',
    'sub=pending&unread=1',
    'tab=search&q=marina&tags=1,2',
    'all=0&queues=1,3',
    'tab=closed&queues=',
  ])('reads back what it wrote (%j)', (address) => {
    expect(writeTicketListUrlState(read(address, admin), admin).toString()).toBe(
      new URLSearchParams(address).toString(),
    )
  })

  it('replaces invalid values in the address by the default', () => {
    expect(read('tab=x&sub=y&queues=a,-1,2')).toMatchObject({ tab: 'open', sub: 'assigned', queueIds: [2] })
  })
})

describe('the question for the server', () => {
  it.each([
    ['TICKET-07 one or two characters ask nothing', { text: 'ma' }, undefined],
    ['TICKET-07 three characters ask', { text: 'mar' }, 'mar'],
    ['TICKET-07 nothing at all asks nothing', { text: '' }, undefined],
    ['TICKET-07 an empty box with a user lists that user’s tickets', { text: '', users: [userId(4)] }, ''],
  ])('%s', (_, change, expected) => {
    expect(ticketListQueryOf(search(change))?.searchParam).toBe(expected)
  })

  it('a search has no status, a tab has its own', () => {
    expect(ticketListQueryOf(search({ text: 'mar' }))?.status).toBeUndefined()
    expect(ticketListQueryOf(read('sub=pending'))?.status).toBe('pending')
  })

  it('TICKET-41 the chosen queues set queueIds', () => {
    expect(ticketListQueryOf(read('queues=1'))?.queueIds).toEqual([queueId(1)])
    expect(ticketListQueryOf(read(''))?.queueIds).toBeUndefined()
  })
})
