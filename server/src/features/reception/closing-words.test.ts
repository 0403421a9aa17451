import { readDashboard } from '@balcao/contract/dashboard'
import { undoTransfer } from '@balcao/contract/handovers'
import { listMessages } from '@balcao/contract/messages'
import { listTicketEvents } from '@balcao/contract/ticket-events'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import type { InboundCall } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openReplyWindow } from '../../testing/reply-window'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { aBotCounter, type BotCounter, type Customer, voiceNote } from './testing/bot-counter'

let testApp: TestApp
let counter: BotCounter
let over: ConnectionId
let carla: Customer
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  counter = await aBotCounter(testApp)
  over = await counter.company.connection('Direto', [counter.support])
  await testApp
    .table('connections')
    .update(
      { id: over },
      { rating_message: 'E então, {{firstName}}?', complation_message: 'Até logo, {{name}}!' },
    )
  await counter.setQueue(counter.support, { greeting_message: '' })
  carla = counter.customer()
})
afterAll(() => testApp.close())

const scale = '*[ 1 ]* - insatisfeito\n*[ 2 ]* - satisfeito\n*[ 3 ]* - muito satisfeito'
const question = `E então, Carla?\n\n${scale}`
const goodbye = 'Até logo, Carla Souza!'

const turns = (ticketId: TicketId, status: 'open' | 'closed', person: Person = counter.ana) =>
  person.does(updateTicket, { params: { ticketId }, body: { status } })
async function attended(): Promise<TicketId> {
  const ticketId = await carla.says('Oi', { over })
  await turns(ticketId, 'open')
  return ticketId
}
async function resolved(): Promise<TicketId> {
  const ticketId = await attended()
  await turns(ticketId, 'closed')
  return ticketId
}
async function ratings(ticketId: TicketId) {
  const rated = await testApp.table('ticket_events').find({ ticket_id: ticketId, kind: 'rated' })
  return Promise.all(
    rated.map(async ({ rating, user_id }) => {
      const { name } = await testApp.table('users').get({ id: user_id }, ['name'])
      return [rating, name]
    }),
  )
}

describe('resolving', () => {
  it('BOT-08 sends the completion message with its variables once; without one nothing is sent', async () => {
    const ticketId = await resolved()
    expect(await carla.reads()).toEqual([goodbye])
    expect((await carla.ticket()).status).toBe('closed')

    await testApp.table('connections').update({ id: over }, { complation_message: '' })
    await turns(ticketId, 'open')
    await turns(ticketId, 'closed')

    expect(await carla.reads()).toEqual([])
  })

  it('BOT-08 a group gets no message', async () => {
    await counter.setting('CheckMsgIsGroup', 'disabled')
    await counter.setting('userRating', 'enabled')
    const ticketId = await counter.company.hears({ over, from: carla.phone, group: '120363000000000777' })
    await turns(ticketId, 'open')
    await turns(ticketId, 'closed')

    expect(await testApp.table('messages').find({ ticket_id: ticketId, from_me: true })).toEqual([])
  })

  it('BOT-08 closing a ticket without a connection sends nothing', async () => {
    const ticketId = await attended()
    await testApp.table('tickets').update({ id: ticketId }, { connection_id: null })

    await turns(ticketId, 'closed')

    expect(await carla.reads()).toEqual([])
  })

  it('BOT-09 asks for a rating first, which counts for the closing user and reopens nothing', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await resolved()
    expect(await carla.reads()).toEqual([question, goodbye])
    counter.company.admin.shows({ statuses: ['pending'], notification: true })
    await counter.company.admin.received()

    expect(await carla.says('Três!', { over })).toBe(ticketId)

    expect(await ratings(ticketId)).toEqual([[3, 'Ana']])
    expect(await carla.tickets()).toMatchObject([{ status: 'closed', unread: 0 }])
    expect(await carla.reads()).toEqual([])
    const { attendants } = await counter.company.admin.does(readDashboard, { query: { days: 1 } })
    expect(attendants.find(({ id }) => id === counter.ana.id)?.rating).toBe(3)
    const { messages } = await counter.company.admin.does(listMessages, { params: { ticketId } })
    expect(messages.at(-1)).toMatchObject({ body: 'Três!', fromMe: false })
  })

  it('BOT-09 a number that bills messages sends question and goodbye as one, which counts the rating', async () => {
    await testApp.table('connections').update({ id: over }, { provider: 'cloud' })
    await counter.setting('userRating', 'enabled')
    const ticketId = await attended()
    await openReplyWindow(testApp, ticketId)

    await turns(ticketId, 'closed')

    expect(await carla.reads()).toEqual([`${question}\n\n${goodbye}`])
    expect(await carla.says('2', { over })).toBe(ticketId)
    expect(await ratings(ticketId)).toEqual([[2, 'Ana']])
  })

  it('BOT-09 a second answer is a new message', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await resolved()
    await carla.says('3️⃣', { over })

    const next = await carla.says('2', { over })

    expect(next).not.toBe(ticketId)
    expect(await ratings(ticketId)).toEqual([[3, 'Ana']])
    expect((await carla.ticket()).status).toBe('pending')
  })

  it('BOT-09 any other text is a new message', async () => {
    await counter.setting('userRating', 'enabled')
    for (const words of ['4', '3 estrelas', 'obrigada', '']) {
      carla = counter.customer()
      const ticketId = await resolved()

      const content = words === '' ? { content: voiceNote } : {}
      const next = await carla.says(words, { over, ...content })

      expect([words, next !== ticketId]).toEqual([words, true])
      expect(await ratings(ticketId)).toEqual([])
    }
  })

  it('BOT-09 a rating counts within 24 hours, and not later', async () => {
    await counter.setting('userRating', 'enabled')
    const first = await resolved()
    testApp.pass(86_399)
    expect(await carla.says('1', { over })).toBe(first)

    counter.ana = await testApp.signIn(counter.ana.email)
    const second = await resolved()
    testApp.pass(86_400)

    expect(await carla.says('1', { over })).not.toBe(second)
    expect([await ratings(first), await ratings(second)]).toEqual([[[1, 'Ana']], []])
  })

  it('BOT-09 without a request a number is a message; unattended tickets get no rating', async () => {
    const ticketId = await resolved()
    expect(await carla.says('3', { over })).not.toBe(ticketId)

    await counter.setting('userRating', 'enabled')
    carla = counter.customer()
    await turns(await carla.says('Oi', { over }), 'closed')

    expect(await carla.reads()).toEqual([goodbye])
  })

  it('BOT-09 a reopened ticket ignores ratings; closing it again asks again', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await resolved()
    await turns(ticketId, 'open', counter.company.admin)
    expect(await carla.says('1', { over })).toBe(ticketId)
    expect(await ratings(ticketId)).toEqual([])
    await carla.reads()

    await turns(ticketId, 'closed', counter.company.admin)
    expect(await carla.reads()).toEqual([question, goodbye])
    await carla.says('dois', { over })

    expect(await ratings(ticketId)).toEqual([[2, 'Admin']])
  })

  it('BOT-09 of two concurrent answers one is the rating', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await resolved()

    await Promise.all([carla.says('3', { over }), carla.says('1', { over })])

    expect(await ratings(ticketId)).toHaveLength(1)
    expect(await carla.tickets()).toHaveLength(2)
  })
})

describe('a transfer', () => {
  const transfer = (
    ticketId: TicketId,
    body: { queueId: number; userId?: number; status?: string; whatsappId?: number },
  ) => counter.ana.does(updateTicket, { params: { ticketId }, body: body as never }) // ids are branded
  const prefix = '*Mensagem automática:*\nSeu atendimento foi transferido para *Vendas*'

  it('BOT-10 sendMsgTransfTicket enabled sends the names of the new queue and the user', async () => {
    await counter.setting('sendMsgTransfTicket', 'enabled')
    const rui = await counter.company.person('Rui', { queueIds: [counter.sales] })
    const ticketId = await attended()
    await carla.reads()

    await transfer(ticketId, { queueId: counter.sales })
    expect(await carla.reads()).toEqual([`${prefix}. Em breve alguém vai continuar com você.`])
    await turns(ticketId, 'open')
    await carla.reads()
    await transfer(ticketId, { queueId: counter.sales, userId: rui.id })

    expect(await carla.reads()).toEqual([`${prefix} e vai continuar com *Rui*.`])
  })

  it('a transfer within the queue over another connection sends them too', async () => {
    await counter.setting('sendMsgTransfTicket', 'enabled')
    const ticketId = await attended()
    await transfer(ticketId, { queueId: counter.sales })
    await turns(ticketId, 'open')
    await carla.reads()
    const other = await counter.company.connection('Outra loja')

    await transfer(ticketId, { queueId: counter.sales, status: 'pending', whatsappId: other })

    expect(await carla.reads()).toEqual([`${prefix}. Em breve alguém vai continuar com você.`])
  })

  it('BOT-10 disabled, the default, sends nothing; a group gets nothing either', async () => {
    const ticketId = await attended()
    await transfer(ticketId, { queueId: counter.sales })
    expect(await carla.reads()).toEqual([])

    await counter.setting('sendMsgTransfTicket', 'enabled')
    await counter.setting('CheckMsgIsGroup', 'disabled')
    const group = await counter.company.hears({ over, from: carla.phone, group: '120363000000000888' })
    await turns(group, 'open')
    await transfer(group, { queueId: counter.sales })

    expect(await testApp.table('messages').find({ ticket_id: group, from_me: true })).toEqual([])
  })
})

describe('after the reply window', () => {
  const unsent = async (ticketId: TicketId) => {
    const { events } = await counter.company.admin.does(listTicketEvents, { params: { ticketId }, query: {} })
    return events.flatMap(({ kind, unsent }) => (kind === 'unsent' ? [unsent] : []))
  }
  /** From now on over a number with a window, which this customer never opened. */
  const windowCloses = () => testApp.table('connections').update({ id: over }, { provider: 'cloud' })

  it('nothing is sent, the history says which texts were left out, and open pages show it', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await attended()
    await windowCloses()
    counter.ana.shows({ chatBoxes: [ticketId] })
    await counter.ana.received()

    await turns(ticketId, 'closed')

    expect(await carla.reads()).toEqual([])
    expect(await unsent(ticketId)).toEqual(['rating', 'farewell'])
    const shown = (await counter.ana.received()).flatMap(({ payload }) =>
      JSON.stringify(payload).includes('"unsent":"') ? [payload] : [],
    )
    expect(shown).toHaveLength(2)
  })

  it('a customer who was not asked for a rating rates nothing', async () => {
    await counter.setting('userRating', 'enabled')
    const ticketId = await attended()
    await windowCloses()
    await turns(ticketId, 'closed')

    const next = await carla.says('3', { over })

    expect([next === ticketId, await ratings(ticketId)]).toEqual([false, []])
  })

  it('the greeting and the notice of a transfer are left out too, and the transfer can be undone', async () => {
    await counter.setting('sendGreetingAccepted', 'enabled')
    await counter.setting('sendMsgTransfTicket', 'enabled')
    const ticketId = await carla.says('Oi', { over })
    await windowCloses()
    await turns(ticketId, 'open')

    await counter.ana.does(updateTicket, { params: { ticketId }, body: { queueId: counter.sales } })
    const undone = await counter.ana.call(undoTransfer, { params: { ticketId } })

    expect(await carla.reads()).toEqual([])
    expect(await unsent(ticketId)).toEqual(['greeting', 'transfer'])
    expect(undone.status).toBe(200)
  })
})

describe('a call', () => {
  const rings = (call: Partial<InboundCall> = {}) =>
    counter.company.tells(over, {
      kind: 'call',
      id: 'CALL1',
      chat: { kind: 'person', phone: carla.phone, lid: null },
      video: false,
      outcome: 'missed',
      at: testApp.now(),
      ...call,
    })
  const noCalls =
    '*Mensagem automática:*\nNão atendemos chamadas por este número. Por favor, envie uma mensagem e responderemos por aqui.'

  it('BOT-10 with call disabled a call gets an automatic text and one call_log', async () => {
    await counter.setting('call', 'disabled')

    await rings()
    await rings()
    expect(await carla.reads()).toEqual([noCalls])
    await rings({ id: 'CALL2' })

    expect(await carla.reads()).toEqual([noCalls])
    const { id } = await carla.ticket()
    expect(await testApp.table('messages').find({ ticket_id: id, from_me: false }, ['media_type'])).toEqual([
      { media_type: 'call_log' },
      { media_type: 'call_log' },
    ])
  })

  it('BOT-10 no text for a call taken on the handset, or to a company that takes calls', async () => {
    await carla.says('Oi', { over })
    await rings()
    await counter.setting('call', 'disabled')
    await rings({ id: 'CALL2', outcome: 'answered' })

    expect(await carla.reads()).toEqual([])
  })
})
