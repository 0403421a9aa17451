import { createIntegration } from '@balcao/contract/integrations'
import type { LiveMessagePayload, LiveTicketPayload } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { getTicket, listTickets, type TicketView, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { failWrites } from '../../testing/failing-writes'
import { openTestApp, type Person, type TestApp } from '../../testing/test-app'
import { logTransactions } from '../../testing/transaction-log'
import { aBotCounter, type BotCounter, place, poll, voiceNote, whatsappId } from './testing/bot-counter'

let testApp: TestApp
let counter: BotCounter
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  counter = await aBotCounter(testApp)
})
afterAll(() => testApp.close())

const list = '*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'
const greetingAndList = `Olá, Carla!\n\n${list}`
const ways = '*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial'
const salesMenu = `Vendas, às ordens!\n\n*[ 1 ]* - Segunda via\n*[ 2 ]* - Horários\n${ways}`
const again = 'Não encontrei essa opção. Responda com o número de uma destas:'
const soon = 'Obrigado! Em breve alguém vai atender você.'

const turns = (person: Person, ticketId: TicketId, status: 'open' | 'pending' | 'closed') =>
  person.does(updateTicket, { params: { ticketId }, body: { status } })

describe('the customer’s last text in a pending ticket that a bot answered', () => {
  const shown = (ticketId: TicketId) => counter.company.admin.does(getTicket, { params: { ticketId } })

  it('is in the list, in the ticket and in the live event, beside the last message', async () => {
    const { admin } = counter.company
    const carla = counter.customer()
    admin.shows({ statuses: ['pending'], notification: true })
    await admin.received()

    const ticketId = await carla.says('O sofá chegou rasgado')

    const words = { lastMessage: greetingAndList, customerWords: 'O sofá chegou rasgado' }
    expect(await shown(ticketId)).toMatchObject(words)
    const { tickets } = await admin.does(listTickets, { query: { status: 'pending', showAll: true } })
    expect(tickets.find(({ id }) => id === ticketId)).toMatchObject(words)
    const live = (await admin.received())
      .map(({ payload }) => payload as Partial<LiveMessagePayload & LiveTicketPayload>)
      .flatMap((told) => ('ticket' in told && told.ticket !== undefined ? [told.ticket as TicketView] : []))
    expect(live.at(-1)).toMatchObject(words)
  })

  it('is null while the customer’s message is the last one', async () => {
    await counter.set({ max_use_bot_queues: 1, send_queue_id: counter.support })
    const carla = counter.customer()
    for (const words of ['Oi', '9', '9']) await carla.says(words)

    const ticketId = await carla.says('alô?')

    expect(await shown(ticketId)).toMatchObject({ lastMessage: 'alô?', customerWords: null })
  })

  it('is null after a person answered, or once the ticket is accepted', async () => {
    const carla = counter.customer()
    const ticketId = await carla.says('Oi')
    await testApp.table('messages').update({ ticket_id: ticketId }, { is_automatic: false })
    const answered = await shown(ticketId)
    await testApp.table('messages').update({ ticket_id: ticketId, from_me: true }, { is_automatic: true })
    await turns(counter.company.admin, ticketId, 'open')

    expect([answered.customerWords, (await shown(ticketId)).customerWords]).toEqual([null, null])
  })

  it('is the earlier one after a deletion, and null once the texts are erased', async () => {
    const { admin } = counter.company
    const carla = counter.customer()
    await carla.says('O sofá chegou rasgado')
    const ticketId = await carla.says('apague isto', { id: 'REGRET' })
    expect(await shown(ticketId)).toMatchObject({ customerWords: 'apague isto' })
    admin.shows({ statuses: ['pending'], notification: true })
    await admin.received()

    await counter.company.tells(counter.over, {
      kind: 'deletion',
      chat: { kind: 'person', phone: carla.phone, lid: null },
      id: whatsappId('REGRET'),
      fromMe: false,
      author: null,
    })

    const live = (await admin.received())
      .map(({ payload }) => payload as Partial<LiveTicketPayload>)
      .flatMap((told) => ('ticket' in told && told.ticket !== undefined ? [told.ticket as TicketView] : []))
    expect(live.at(-1)).toMatchObject({ id: ticketId, customerWords: 'O sofá chegou rasgado' })
    expect(await shown(ticketId)).toMatchObject({ customerWords: 'O sofá chegou rasgado' })
    await testApp.table('messages').update({ ticket_id: ticketId }, { body: '' })
    expect((await shown(ticketId)).customerWords).toBeNull()
  })
})

describe('the menu', () => {
  it('BOT-01 BOT-02 BOT-03 leads a customer to a queue by steps and keeps the ticket pending', async () => {
    const carla = counter.customer()

    const ticketId = await carla.says('Oi')
    expect(await carla.reads()).toEqual([greetingAndList])
    expect(await carla.ticket()).toMatchObject({ status: 'pending', queue_id: null, chatbot: true })

    await carla.says('um')
    expect(await carla.reads()).toEqual([salesMenu])
    expect(await carla.ticket()).toMatchObject({ queue_id: counter.sales, chatbot: true })

    await carla.says('1️⃣')
    expect(await carla.reads()).toEqual([`Qual delas?\n\n*[ 1 ]* - Por e-mail\n${ways}`])
    await carla.says('0')
    expect(await carla.reads()).toEqual([salesMenu])
    await carla.says('1')
    await carla.reads()
    await carla.says('1')

    expect(await carla.reads()).toEqual(['Enviada, Carla!'])
    expect(await carla.tickets()).toMatchObject([
      { id: ticketId, status: 'pending', queue_id: counter.sales, chatbot: false, unread: 6 },
    ])
    await carla.says('obrigada')
    expect(await carla.reads()).toEqual([])
  })

  it('BOT-01 its texts follow the customer’s, are marked, and reach users who may read them', async () => {
    const carla = counter.customer()
    const { admin } = counter.company
    admin.shows({ notification: true })
    await admin.received()

    const ticketId = await carla.says('Oi')

    const { messages } = await admin.does(listMessages, { params: { ticketId } })
    expect(messages.map(({ body, fromMe, isAutomatic }) => ({ body, fromMe, isAutomatic }))).toEqual([
      { body: 'Oi', fromMe: false, isAutomatic: false },
      { body: greetingAndList, fromMe: true, isAutomatic: true },
    ])
    const told = (await admin.received()).filter(({ channel }) => channel.endsWith('-appMessage'))
    expect(told).toMatchObject([
      { payload: { message: { body: 'Oi' } } },
      { payload: { message: { body: greetingAndList, isAutomatic: true } } },
    ])
    const sent = await testApp.table('messages').find({ ticket_id: ticketId }, ['sent_at'])
    expect(sent).toEqual([{ sent_at: null }, { sent_at: null }])
  })

  it('BOT-02 users of the chosen queue get the event of the choice, those of another do not', async () => {
    const carla = counter.customer()
    const bia = await counter.company.person('Bia', { queueIds: [counter.support] })
    await carla.says('Oi')
    for (const person of [counter.ana, bia]) person.shows({ statuses: ['pending'], notification: true })
    for (const person of [counter.ana, bia]) await person.received()

    await carla.says('1')

    expect(JSON.stringify(await counter.ana.received())).toContain('às ordens')
    expect(JSON.stringify(await bia.received())).not.toContain('às ordens')
  })

  it('BOT-02 a single queue is assigned at once, with its own menu', async () => {
    const over = await counter.connectionOf(counter.sales)
    const carla = counter.customer()

    await carla.says('Oi', { over })
    await carla.says('2', { over })

    expect(await carla.reads()).toEqual([salesMenu, 'Das 8h às 18h.'])
    expect(await carla.ticket()).toMatchObject({ queue_id: counter.sales, chatbot: false })
  })

  it('BOT-04 repeats maxUseBotQueues times, then moves the ticket to sendIdQueue and is silent', async () => {
    await counter.set({ max_use_bot_queues: 2, send_queue_id: counter.support })
    const carla = counter.customer()
    await carla.says('Oi')
    await carla.reads()

    for (const words of ['9', 'quero comprar']) {
      await carla.says(words)
      expect(await carla.reads()).toEqual([`${again}\n\n${list}`])
    }
    await carla.says('alô?')

    expect(await carla.reads()).toEqual([soon])
    expect(await carla.ticket()).toMatchObject({
      status: 'pending',
      queue_id: counter.support,
      chatbot: false,
    })
    await carla.says('1')
    expect(await carla.reads()).toEqual([])
    await carla.says('#')
    expect(await carla.reads()).toEqual([greetingAndList])
    expect(await carla.ticket()).toMatchObject({ queue_id: null, chatbot: true })
  })

  it('BOT-04 without sendIdQueue it has no queue; lists are timeUseBotQueues minutes apart', async () => {
    await counter.set({ max_use_bot_queues: 1, time_use_bot_queues: 5 })
    const carla = counter.customer()
    await carla.says('Oi')
    await carla.reads()

    await carla.says('hum')
    expect(await carla.reads()).toEqual([])
    testApp.pass(300)
    await carla.says('hum')
    expect(await carla.reads()).toEqual([`${again}\n\n${list}`])
    await carla.says('hum')

    expect(await carla.reads()).toEqual([soon])
    expect(await carla.ticket()).toMatchObject({ status: 'pending', queue_id: null, chatbot: false })
  })

  it.each([
    ['a voice note', voiceNote, 'Por aqui ainda não ouço áudios.'],
    ['a place', place, 'Por aqui ainda não entendo localizações.'],
    ['a poll', poll, 'Por aqui ainda não respondo a enquetes.'],
  ])('BOT-03 %s instead of a number gets a friendly answer that names it', async (_, content, cannot) => {
    const carla = counter.customer()
    await carla.says('Oi')
    await carla.reads()

    await carla.says('', { content })

    expect(await carla.reads()).toEqual([`${cannot} Responda com o número de uma destas opções:\n\n${list}`])
  })

  it('BOT-03 deleting an option meanwhile moves the customer to the top of the queue’s menu', async () => {
    const carla = counter.customer()
    for (const words of ['Oi', '1', '1']) await carla.says(words)
    await carla.reads()

    await testApp.table('queue_options').delete({ title: 'Segunda via', queue_id: counter.sales })
    await carla.says('2')

    expect(await carla.reads()).toEqual(['Das 8h às 18h.'])
  })

  it('GEN-18 the customer’s text and name are never evaluated as a template', async () => {
    const carla = counter.customer('{{date}} Souza')

    await carla.says('{{protocol}}')
    await carla.says('{{ms}}')

    expect(await carla.reads()).toEqual([`Olá, {{date}}!\n\n${list}`, `${again}\n\n${list}`])
  })

  it('uses the company’s language', async () => {
    await testApp.table('companies').update({ id: counter.company.id }, { language: 'en' })
    const carla = counter.customer()

    await carla.says('Hi')
    await carla.says('9')

    expect((await carla.reads()).at(-1)).toBe(
      `I could not find that option. Please answer with the number of one of these:\n\n${list}`,
    )
  })

  it('a company neither sees nor uses queues, options and positions of another', async () => {
    const other = await aBotCounter(testApp)
    await other.setQueue(other.sales, { name: 'Alheia' })
    const carla = counter.customer()

    await carla.says('Oi')
    await carla.says('1')

    expect((await carla.reads()).join()).not.toContain('Alheia')
    const tickets = await testApp.table('tickets').find({ company_id: counter.company.id })
    const contactIds = tickets.map(({ contact_id }) => contact_id)
    const places = await testApp.table('bot_conversations').find({ contact_id: contactIds }, ['company_id'])
    expect(places).toEqual([{ company_id: counter.company.id }])
  })
})

describe('a person takes over', () => {
  it('BOT-01 accepting the ticket silences the bot, also after the ticket is returned', async () => {
    const carla = counter.customer()
    await carla.says('Oi')
    const ticketId = await carla.says('1')
    await carla.reads()

    await turns(counter.ana, ticketId, 'open')
    expect(await carla.ticket()).toMatchObject({ chatbot: false })
    for (const words of ['1', '#', '0']) await carla.says(words)
    await turns(counter.ana, ticketId, 'pending')
    for (const words of ['1', '#', '0']) await carla.says(words)

    expect(await carla.reads()).toEqual([])
    expect(await carla.ticket()).toMatchObject({ status: 'pending', queue_id: counter.sales, chatbot: false })
  })

  it('a ticket with an owner costs reception no statement', async () => {
    const carla = counter.customer()
    const ticketId = await carla.says('Oi')
    const log = logTransactions()
    const asked = () =>
      log
        .taken()
        .flat()
        .filter(({ name }) => name.startsWith('reception.')).length

    await carla.says('9')
    const whileItWaits = asked()
    await turns(counter.company.admin, ticketId, 'open')
    asked()
    await carla.says('1')
    const whileOwned = asked()
    log.stop()

    // The facts of the connection and of the bot, and the bot's new position.
    expect([whileItWaits, whileOwned]).toEqual([3, 0])
  })

  it('an answer typed on the handset silences the bot too', async () => {
    const carla = counter.customer()
    await carla.says('Oi')
    await carla.reads()

    await counter.company.hears({
      over: counter.over,
      from: carla.phone,
      fromMe: true,
      text: 'Já te atendo!',
    })
    expect(await carla.ticket()).toMatchObject({ status: 'pending', chatbot: false })
    await carla.says('1')

    const bodies = await testApp
      .table('messages')
      .find({ company_id: counter.company.id, is_automatic: true }, ['body'])
    expect(bodies).toEqual([{ body: greetingAndList }])
    expect(await carla.ticket()).toMatchObject({ queue_id: null })
  })

  it('the next ticket of the contact starts from the beginning', async () => {
    const carla = counter.customer()
    const ticketId = await carla.says('Oi')
    await turns(counter.company.admin, ticketId, 'open')
    await turns(counter.company.admin, ticketId, 'closed')
    await carla.reads()

    await carla.says('Oi de novo')

    expect(await carla.reads()).toEqual([greetingAndList])
  })
})

describe('exactly once', () => {
  it('a repeated delivery of a message gets no second answer', async () => {
    const carla = counter.customer()
    await carla.says('Oi', { id: 'BOT1' })
    await carla.says('1', { id: 'BOT2' })

    await carla.says('Oi', { id: 'BOT1' })
    await carla.says('1', { id: 'BOT2' })

    expect(await carla.reads()).toEqual([greetingAndList, salesMenu])
  })

  it('a failed act sends nothing, and its retry sends one answer', async () => {
    const carla = counter.customer()
    const inbound = {
      kind: 'message',
      id: whatsappId('FAILS1'),
      chat: { kind: 'person', phone: carla.phone, lid: null },
      author: null,
      fromMe: false,
      pushName: 'Carla Souza',
      sentAt: testApp.now(),
      content: { kind: 'text', text: 'Oi' },
      quotedId: null,
    } as const
    const writesSucceed = await failWrites(testApp, 'insert', 'bot_conversations', { message: 'full' })
    await expect(counter.company.tells(counter.over, inbound)).rejects.toThrow('full')
    await writesSucceed()
    expect(await carla.reads()).toEqual([])

    await counter.company.tells(counter.over, inbound)

    expect(await carla.reads()).toEqual([greetingAndList])
  })

  it('twenty concurrent customers get their own answers in order', async () => {
    const customers = Array.from({ length: 20 }, () => counter.customer())

    await Promise.all(
      customers.map(async (customer) => {
        for (const words of ['Oi', '1', '2']) await customer.says(words)
      }),
    )

    for (const customer of customers) {
      expect(await customer.reads()).toEqual([greetingAndList, salesMenu, 'Das 8h às 18h.'])
      expect(await customer.tickets()).toMatchObject([{ queue_id: counter.sales }])
    }
  })

  it('of two concurrent messages the second answers the question that the first one got', async () => {
    const carla = counter.customer()

    await Promise.all([carla.says('1'), carla.says('1')])

    expect(await carla.reads()).toEqual([greetingAndList, salesMenu])
  })

  it('a merge of two contacts keeps the position of the bot', async () => {
    const carla = counter.customer()
    await carla.says('Oi')
    await carla.says('1')
    await carla.reads()
    const lid = '990000700001'
    const byLid = { kind: 'person', phone: null, lid } as const
    await counter.company.tells(counter.over, {
      kind: 'message',
      id: whatsappId('BYLID'),
      chat: byLid,
      author: null,
      fromMe: false,
      pushName: 'Carla Souza',
      sentAt: testApp.now(),
      content: { kind: 'text', text: 'Oi' },
      quotedId: null,
    })
    await counter.company.tells(counter.over, {
      kind: 'identity',
      person: { kind: 'person', phone: carla.phone, lid },
    })
    await carla.reads()

    await carla.says('2')

    expect(await carla.reads()).toEqual(['Das 8h às 18h.'])
    expect(await carla.tickets()).toMatchObject([{ queue_id: counter.sales }])
  })
})

describe('outside hours', () => {
  const openNever = JSON.stringify(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
      weekday: weekdayEn,
      weekdayEn,
      startTime: '00:00',
      endTime: '00:00',
    })),
  )
  const closeCompany = () =>
    testApp.table('companies').update({ id: counter.company.id }, { schedules: openNever })

  it('BOT-07 mode company sends its text once per contact and hour; the ticket stays pending', async () => {
    await counter.setting('scheduleType', 'company')
    await counter.set({ out_of_hours_message: 'Até amanhã, {{firstName}}.' })
    await closeCompany()
    const carla = counter.customer()
    const davi = counter.customer('Davi Lima')

    for (const words of ['Oi', 'alô?']) await carla.says(words)
    await davi.says('Oi')
    expect([await carla.reads(), await davi.reads()]).toEqual([['Até amanhã, Carla.'], ['Até amanhã, Davi.']])
    expect(await carla.ticket()).toMatchObject({ status: 'pending', queue_id: null })
    testApp.pass(3_599)
    await carla.says('alô?')
    expect(await carla.reads()).toEqual([])
    testApp.pass(1)
    await carla.says('alô?')

    expect(await carla.reads()).toEqual(['Até amanhã, Carla.'])
  })

  it('BOT-07 mode queue sends the queue’s text after the choice; mode disabled checks nothing', async () => {
    await counter.setQueue(counter.sales, {
      schedules: openNever,
      out_of_hours_message: 'Vendas volta amanhã.',
    })
    const [carla, davi] = [counter.customer(), counter.customer('Davi Lima')]
    await davi.says('Oi')
    await davi.says('1')
    expect((await davi.reads()).at(-1)).toBe(salesMenu)
    await counter.setting('scheduleType', 'queue')

    for (const words of ['Oi', '1', 'alô?']) await carla.says(words)

    expect(await carla.reads()).toEqual([greetingAndList, 'Vendas volta amanhã.\n\n*[ # ]* - Menu inicial'])
    expect(await carla.ticket()).toMatchObject({ status: 'pending', queue_id: counter.sales })
  })

  it('BOT-07 a holiday is closed; a person who owns the ticket answers without the text', async () => {
    await counter.setting('scheduleType', 'company')
    await counter.set({ out_of_hours_message: 'É feriado.' })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(testApp.now())
    await testApp.table('holidays').insert({ company_id: counter.company.id, day, name: 'Feriado' })
    const carla = counter.customer()
    const ticketId = await carla.says('Oi')
    expect(await carla.reads()).toEqual(['É feriado.'])

    await turns(counter.company.admin, ticketId, 'open')
    testApp.pass(3_600)
    await carla.says('alô?')

    expect(await carla.reads()).toEqual([])
  })
})

describe('assistants', () => {
  const anIntegration = async () => {
    const body = { type: 'webhook', name: 'Robô', urlN8N: 'https://example.com' } as const
    return (await counter.company.admin.does(createIntegration, { body })).id
  }

  test('BOT-11 the connection’s integration gets the ticket at the first message, without a menu', async () => {
    const integrationId = await anIntegration()
    await counter.set({ integration_id: integrationId })
    const carla = counter.customer()

    await carla.says('Oi')
    await carla.says('1')

    expect((await carla.reads()).filter((text) => text.includes('*[ 1 ]*'))).toEqual([])
    expect(await carla.ticket()).toMatchObject({
      status: 'pending',
      queue_id: null,
      chatbot: false,
      use_integration: true,
      integration_id: integrationId,
      prompt_id: null,
    })
  })

  test('BOT-11 the queue’s integration gets the ticket when the queue is chosen', async () => {
    const integrationId = await anIntegration()
    await counter.setQueue(counter.support, { integration_id: integrationId })
    const carla = counter.customer()

    await carla.says('Oi')
    expect(await carla.ticket()).toMatchObject({ use_integration: false, chatbot: true })
    await carla.says('2')

    expect(await carla.ticket()).toMatchObject({
      use_integration: true,
      integration_id: integrationId,
      chatbot: false,
    })
    expect(await carla.reads()).not.toContain('Suporte: já vamos.')
  })
})
