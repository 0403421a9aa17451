import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBotCounter, type BotCounter, type Customer } from '../../features/reception/testing/bot-counter'
import { dueIdleTickets, dueUnqueuedTickets } from '../../features/tickets/acts/ticket-timers.queries'
import { createLog } from '../../platform/log'
import type { Workplace } from '../../platform/work'
import { failWrites } from '../../testing/failing-writes'
import { queryPlanOf } from '../../testing/query-plan'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { carryOutTicketTimers } from './carry-out-timers'

const log = createLog({ level: 'silent' })
let testApp: TestApp
let counter: BotCounter
let carla: Customer
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
})
beforeEach(async () => {
  await testApp.table('connections').update({}, { expires_ticket: 0, time_send_queue: 0 })
  counter = await aBotCounter(testApp)
  carla = counter.customer()
})
afterAll(() => testApp.close())

const runOnce = (workplace: Workplace = testApp.app.workplace) => carryOutTicketTimers({ workplace, log })
const minutes = (count: number) => count * 60
const linesOf = async (ticketId: TicketId) =>
  (await testApp.table('ticket_events').find({ ticket_id: ticketId }, ['kind'])).map(({ kind }) => kind)
const signIn = async () => {
  counter.ana = await testApp.signIn(counter.ana.email)
}

describe('a ticket that waits without a queue', () => {
  it('BOT-05 moves to sendIdQueue when it is timeSendQueue minutes old, and not before', async () => {
    await counter.set({ time_send_queue: 10, send_queue_id: counter.support })
    const ticketId = await carla.says('Oi')
    counter.ana.shows({ statuses: ['pending'] })
    await counter.ana.received()

    testApp.pass(minutes(10) - 1)
    expect(await runOnce()).toBe(0)
    await carla.says('alô?') // this does not restart the time
    testApp.pass(1)
    expect(await runOnce()).toBe(1)

    expect(await carla.ticket()).toMatchObject({
      status: 'pending',
      queue_id: counter.support,
      chatbot: false,
    })
    expect(await linesOf(ticketId)).toEqual(['created', 'queued'])
    expect((await counter.ana.received()).filter(({ channel }) => channel.endsWith('-ticket'))).toHaveLength(
      1,
    )
    expect(await runOnce()).toBe(0)
  })

  it('BOT-05 moving the ticket ends the menu, so that people answer', async () => {
    await counter.set({ time_send_queue: 1, send_queue_id: counter.support })
    await carla.says('Oi')
    testApp.pass(minutes(1))
    await runOnce()
    await carla.reads()

    await carla.says('1')

    expect(await carla.reads()).toEqual([])
    expect(await carla.ticket()).toMatchObject({ queue_id: counter.support })
  })

  it('BOT-05 0 in either disables it; a ticket with a queue or an owner, or closed, stays', async () => {
    await counter.set({ time_send_queue: 0, send_queue_id: counter.support })
    await carla.says('Oi')
    testApp.pass(minutes(12))
    expect(await runOnce()).toBe(0)
    await counter.set({ time_send_queue: 10, send_queue_id: null })
    expect(await runOnce()).toBe(0)

    const [queued, owned, closed] = [counter.customer(), counter.customer(), counter.customer()]
    await queued.says('Oi')
    await queued.says('1')
    const act = async (who: Customer, status: 'open' | 'closed') =>
      counter.company.admin.does(updateTicket, {
        params: { ticketId: await who.says('Oi') },
        body: { status },
      })
    await act(owned, 'open')
    await act(closed, 'closed')
    await carla.says('1')
    await counter.set({ time_send_queue: 10, send_queue_id: counter.support })
    testApp.pass(minutes(60))

    expect(await runOnce()).toBe(0)
  })

  it('BOT-05 returning to the list of queues restarts the time', async () => {
    await counter.set({ time_send_queue: 10, send_queue_id: counter.support })
    for (const words of ['Oi', '1']) await carla.says(words)
    testApp.pass(minutes(30))
    await carla.says('#')

    expect(await runOnce()).toBe(0)
    testApp.pass(minutes(10))

    expect(await runOnce()).toBe(1)
  })
})

describe('an idle ticket', () => {
  async function answered(): Promise<TicketId> {
    const ticketId = await carla.says('Oi')
    await carla.says('2')
    await counter.ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await counter.ana.does(sendMessage, { params: { ticketId }, body: { body: 'Qual o número do pedido?' } })
    await testApp.table('messages').update({ ticket_id: ticketId }, { is_automatic: true, user_id: null })
    await carla.reads()
    return ticketId
  }
  const closes = { expires_ticket: 30, expires_inactive_message: 'Encerramos por aqui, {{firstName}}.' }

  it('BOT-06 is closed with expiresInactiveMessage after expiresTicket minutes, not before', async () => {
    await counter.set(closes)
    await counter.setting('userRating', 'enabled')
    await counter.set({ complation_message: 'Até logo!' })
    const ticketId = await answered()
    counter.ana.shows({ statuses: ['open', 'closed'], notification: true })
    await counter.ana.received()

    testApp.pass(minutes(30) - 1)
    expect(await runOnce()).toBe(0)
    testApp.pass(1)
    expect(await runOnce()).toBe(1)

    expect(await carla.reads()).toEqual(['Encerramos por aqui, Carla.'])
    const ticket = await testApp.table('tickets').get({ id: ticketId }, ['status', 'user_id'])
    expect(ticket).toEqual({ status: 'closed', user_id: counter.ana.id })
    expect(await linesOf(ticketId)).toEqual(['created', 'queued', 'accepted', 'closed'])
    expect((await counter.ana.received()).map(({ channel }) => channel.split('-').at(-1)).sort()).toEqual(
      expect.arrayContaining(['appMessage', 'ticket']),
    )
    expect(await runOnce()).toBe(0)
    expect(await carla.says('3')).not.toBe(ticketId) // no rating was requested
  })

  it('after the reply window it is closed without the text, and the history says so', async () => {
    await counter.set(closes)
    const ticketId = await answered()
    await counter.set({ provider: 'cloud' })
    testApp.pass(minutes(30))

    expect(await runOnce()).toBe(1)

    expect(await carla.reads()).toEqual([])
    expect(await linesOf(ticketId)).toEqual(['created', 'queued', 'accepted', 'closed', 'unsent'])
    await signIn()
  })

  it('BOT-06 without a text it is closed silently; 0 disables it', async () => {
    await answered()
    testApp.pass(minutes(90))
    expect(await runOnce()).toBe(0)
    await counter.set({ expires_ticket: 30, expires_inactive_message: ' ' })

    expect(await runOnce()).toBe(1)

    expect(await carla.reads()).toEqual([])
    expect(await carla.ticket()).toMatchObject({ status: 'closed' })
    await signIn()
  })

  it('BOT-06 an answer of the customer keeps it open', async () => {
    await counter.set(closes)
    await answered()
    testApp.pass(minutes(29))
    await carla.says('É o 42')
    testApp.pass(minutes(90))

    expect(await runOnce()).toBe(0)
    expect(await carla.ticket()).toMatchObject({ status: 'open' })
    await signIn()
  })

  it('BOT-06 a pending ticket and a group stay, regardless of the last writer', async () => {
    await counter.set(closes)
    await carla.says('Oi') // the bot writes last
    await counter.setting('CheckMsgIsGroup', 'disabled')
    const group = await counter.company.hears({
      over: counter.over,
      from: carla.phone,
      group: '120363000000000999',
    })
    const { admin } = counter.company
    await admin.does(updateTicket, { params: { ticketId: group }, body: { status: 'open' } })
    await admin.does(sendMessage, { params: { ticketId: group }, body: { body: 'Bom dia' } })
    testApp.pass(minutes(90))

    expect(await runOnce()).toBe(0)
    await signIn()
  })

  it('BOT-06 two concurrent runs close it once and send the text once', async () => {
    await counter.set(closes)
    const all: Customer[] = []
    for (let nth = 0; nth < 5; nth++) {
      carla = counter.customer()
      all.push(carla)
      await answered()
    }
    testApp.pass(minutes(30))

    const done = await Promise.all([runOnce(), runOnce(), runOnce()])

    expect(done.reduce((sum, one) => sum + one)).toBe(5)
    for (const customer of all) {
      expect(await customer.reads()).toEqual(['Encerramos por aqui, Carla.'])
      expect(await linesOf((await customer.ticket()).id)).toEqual(['created', 'queued', 'accepted', 'closed'])
    }
  })

  it('BOT-06 after a crash the next process does it once; a failing ticket blocks no other', async () => {
    await counter.set(closes)
    const ticketId = await answered()
    const davi = counter.customer('Davi Lima')
    const ofDavi = carla
    carla = davi
    const poison = await answered()
    carla = ofDavi
    testApp.pass(minutes(30))
    const dies: Workplace = {
      ...testApp.app.workplace,
      withCompany: (actor, act) =>
        testApp.app.workplace.withCompany(actor, async (work) => {
          await act(work)
          throw new Error('killed')
        }),
    }
    expect(await runOnce(dies)).toBe(0)
    expect(await carla.reads()).toEqual([])
    const heal = await failWrites(testApp, 'update', 'tickets', { rows: { status: 'closed', id: poison } })

    expect(await runOnce()).toBe(1)
    await heal()
    expect(await runOnce()).toBe(1)

    expect(await carla.reads()).toEqual(['Encerramos por aqui, Carla.'])
    expect(await linesOf(ticketId)).toEqual(['created', 'queued', 'accepted', 'closed'])
    expect(await davi.reads()).toEqual(['Encerramos por aqui, Davi.'])
  })

  it('of a disabled company it stays', async () => {
    await counter.set(closes)
    await answered()
    testApp.pass(minutes(30))
    await testApp.table('companies').update({ id: counter.company.id }, { is_active: false })

    expect(await runOnce()).toBe(0)

    await testApp.table('companies').update({ id: counter.company.id }, { is_active: true })
    expect(await runOnce()).toBe(1)
  })
})

it('due tickets are found by their own index, from the connections that have a timer', async () => {
  const planOf = ({ text }: { text: string }) =>
    queryPlanOf(testApp, text, [testApp.now(), 50, 400], { avoidsSequentialScans: true })

  expect(await planOf(dueIdleTickets)).toMatch(/connections_that_close[\s\S]*tickets_idle/)
  expect(await planOf(dueUnqueuedTickets)).toMatch(/connections_that_redirect[\s\S]*tickets_unqueued/)
})
