import type { LiveMessagePayload } from '@balcao/contract/live'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'
import { readTicketViewRows } from '../tickets/tickets.read'
import { ticketView, unsignedTicket } from '../tickets/tickets.view'
import { messageStored, type StoredMessageEventData } from './messages.events'
import { wireMessagesByIds } from './messages.queries'
import { messageView } from './messages.view'

/**
 * TypeScript makes the wire format of what an act writes, and the database that of lists. Both must be the same.
 */
let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
  const groupsToo = { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } } as const
  await fixture.company.admin.does(updateSetting, groupsToo)
})
afterAll(() => testApp.close())

/** None of these messages has a file. */
const links = { toFile: () => '' }
const read = <T>(
  act: (work: Parameters<Parameters<typeof testApp.app.workplace.withCompany>[1]>[0]) => Promise<T>,
) => testApp.app.workplace.withCompany({ kind: 'system', name: 'test', companyId: fixture.company.id }, act)

const hears = (words: { text: string; group?: string; from?: string }) =>
  fixture.company.hears({ over: fixture.numbers.sales, from: fixture.newNumber(), ...words })

async function opened(ticketId: TicketId): Promise<TicketId> {
  await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  return ticketId
}

/** Tickets of every kind that the wire shows differently. */
const tickets = {
  'of a group whose member wrote last': () => hears({ text: 'oi', group: '120363009900001111' }),
  'pending, with a menu behind the customer’s words': () => hears({ text: 'Quero um bolo' }),
  'open, with an owner and our answer': async () => {
    const ticketId = await opened(await hears({ text: 'Oi' }))
    await fixture.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Bom dia' } })
    return ticketId
  },
  closed: async () => {
    const ticketId = await opened(await hears({ text: 'Oi' }))
    await fixture.ana.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    return ticketId
  },
} satisfies Record<string, () => Promise<TicketId>>

describe('TICKET-01 a ticket', () => {
  it.each(Object.entries(tickets))('%s has one view', async (_, make) => {
    const ticketId = await make()

    const row = (await read((work) => readTicketViewRows(work, [ticketId]))).get(ticketId)

    const { tickets: listed } = await fixture.company.admin.does(listTickets, { query: { showAll: true } })
    expect(row && ticketView(unsignedTicket(row), links)).toEqual(listed.find(({ id }) => id === ticketId))
  })
})

describe('MESSAGE-01 a message', () => {
  it('sent with a quote, placed, or received has one view in its event, in lists and after a crash', async () => {
    fixture.ana.shows({ statuses: ['open'] })
    const ticketId = await opened(await hears({ text: 'Qual o endereço?' }))
    const params = { ticketId }
    const first = await fixture.ana.does(sendMessage, { params, body: { body: 'Já digo' } })
    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja' }
    await fixture.ana.received()

    await fixture.ana.does(sendMessage, {
      params,
      body: { body: 'Aqui', quotedMsg: { id: [first].flat()[0]?.id as MessageId } },
    })
    await fixture.ana.does(sendMessage, { params, body: { body: '', location } })

    const stored = (await fixture.ana.received()).flatMap(({ channel, payload }) =>
      channel.endsWith('-appMessage') ? [payload as LiveMessagePayload] : [],
    )
    expect(stored).toHaveLength(2)
    const { messages: listed } = await fixture.ana.does(listMessages, { params })
    for (const live of stored) {
      if (live.action !== 'create') throw new Error('a message was stored')
      const { id } = live.message
      const [{ message }, restored] = await read(async (work) => {
        const facts = { id: ticketId } as StoredMessageEventData['facts']
        const kept = { facts, messageId: id, fromMe: true }
        return Promise.all([
          work.db.one(wireMessagesByIds, { messageIds: [id] }),
          messageStored.restore?.(work, kept),
        ])
      })
      expect(messageView(message, links)).toEqual(live.message)
      expect(listed.find((one) => one.id === id)).toEqual(live.message)
      expect(restored && messageView(restored.message, links)).toEqual(live.message)
      expect(restored?.ticket.id).toBe(ticketId)
    }
  })
})
