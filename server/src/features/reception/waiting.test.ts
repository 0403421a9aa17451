import { listMessages, sendMessage } from '@balcao/contract/messages'
import { acceptNextTicket, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app'
import { aBotCounter, type BotCounter, type Customer } from './testing/bot-counter'

let testApp: TestApp
let counter: BotCounter
let greets: ConnectionId
let carla: Customer
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  counter = await aBotCounter(testApp)
  greets = await counter.connectionOf(counter.support)
  carla = counter.customer()
})
afterAll(() => testApp.close())

async function waits(ticketId: TicketId) {
  const { waiting_since } = await testApp.table('tickets').get({ id: ticketId }, ['waiting_since'])
  return waiting_since !== null
}

describe('LOOK who waits for a person, since when', () => {
  it('an automatic greeting does not end the wait; an answer by a person does', async () => {
    const ticketId = await carla.says('Oi, tudo bem?', { over: greets })
    expect(await carla.reads()).toEqual(['Suporte: já vamos.'])
    expect(await waits(ticketId)).toBe(true)

    await counter.setting('sendGreetingAccepted', 'enabled')
    await counter.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    expect(await waits(ticketId)).toBe(true)

    await counter.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Pois não?' } })
    expect(await waits(ticketId)).toBe(false)
  })

  it('the customer does not wait while the menu runs, but does after its end', async () => {
    const ticketId = await carla.says('Oi')
    expect((await carla.ticket()).chatbot).toBe(true)
    expect(await waits(ticketId)).toBe(false)

    await carla.says('2')

    expect((await carla.ticket()).chatbot).toBe(false)
    expect(await waits(ticketId)).toBe(true)
  })

  it('each message of ours has its origin on the wire', async () => {
    const ticketId = await carla.says('Oi')
    await carla.says('2')
    await counter.setting('sendGreetingAccepted', 'enabled')
    await counter.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await counter.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Pois não?' } })
    await counter.company.hears({
      over: counter.over,
      from: carla.phone,
      text: 'Já vou, do celular.',
      fromMe: true,
    })

    const { messages } = await counter.ana.does(listMessages, { params: { ticketId } })

    expect(messages.map(({ origin, isAutomatic }) => [origin, isAutomatic])).toEqual([
      [null, false],
      ['bot', true],
      [null, false],
      ['automatic', true],
      ['automatic', true],
      ['person', false],
      ['device', false],
    ])
  })

  it('an answer typed on the linked phone ends the wait', async () => {
    const ticketId = await carla.says('Oi', { over: greets })
    expect(await waits(ticketId)).toBe(true)

    await counter.company.hears({ over: greets, from: carla.phone, text: 'Já vou.', fromMe: true })

    expect(await waits(ticketId)).toBe(false)
  })

  it('BOT-08 TICKET-21 closing ends the wait despite a farewell, and reopening starts none', async () => {
    await testApp.table('connections').update({ id: greets }, { complation_message: 'Até logo!' })
    const ticketId = await carla.says('Oi', { over: greets })
    const turns = (status: 'open' | 'closed' | 'pending') =>
      counter.ana.does(updateTicket, { params: { ticketId }, body: { status } })
    await turns('open')
    expect(await waits(ticketId)).toBe(true)

    await turns('closed')
    expect(await carla.reads()).toContain('Até logo!')
    expect(await waits(ticketId)).toBe(false)

    await turns('open')
    expect(await waits(ticketId)).toBe(false)
  })

  it('BOT-09 a rating starts no wait, nor does reopening the ticket that it rates', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await carla.says('Oi', { over: greets })
    const turns = (status: 'open' | 'closed') =>
      counter.ana.does(updateTicket, { params: { ticketId }, body: { status } })
    await turns('open')
    await turns('closed')
    testApp.pass(60)
    expect(await carla.says('3', { over: greets })).toBe(ticketId)
    expect(await waits(ticketId)).toBe(false)

    await turns('open')

    expect(await waits(ticketId)).toBe(false)
  })

  it('a wait before the last closing does not put a ticket before those waiting now', async () => {
    await testApp.table('connections').update({ id: greets }, { complation_message: 'Até logo!' })
    const old = await carla.says('Oi', { over: greets })
    const turns = (status: 'open' | 'closed' | 'pending', ticketId: TicketId) =>
      counter.ana.does(updateTicket, { params: { ticketId }, body: { status } })
    await turns('open', old)
    await turns('closed', old)
    testApp.pass(600)
    const now = await counter.customer('Davi').says('Olá', { over: greets })
    testApp.pass(60)
    await turns('open', old)
    await turns('pending', old)

    const { ticket } = await counter.ana.does(acceptNextTicket)

    expect(ticket?.id).toBe(now)
  })

  it('reopening a ticket that an older version closed with a wait ends that wait', async () => {
    const ticketId = await carla.says('Oi', { over: greets })
    const turns = (status: 'open' | 'closed') =>
      counter.ana.does(updateTicket, { params: { ticketId }, body: { status } })
    await turns('closed')
    const { last_at } = await testApp.table('tickets').get({ id: ticketId }, ['last_at'])
    await testApp.table('tickets').update({ id: ticketId }, { waiting_since: last_at })

    await turns('open')

    expect(await waits(ticketId)).toBe(false)
  })
})
