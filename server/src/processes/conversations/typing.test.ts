import { getConnection } from '@balcao/contract/connections'
import {
  type LiveTypingPayload,
  liveChannel,
  roomSocketMessageNames,
  typingIndicatorLifetimeMs,
  typingSocketMessage,
} from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { getTicket, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { not } from '../../platform/testing/table-rows'
import { openSocket } from '../../testing/live-socket'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, type Person, runningClock, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
const closes: (() => void)[] = []
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: hasty })
}, 60_000)
afterEach(async () => {
  for (const close of closes.splice(0)) close()
  await testApp.close()
  await whatsapp.closeTidily()
})

/** The real clock with short timers, so that typing ends after a moment. */
const hasty: typeof runningClock = {
  now: runningClock.now,
  after: (milliseconds, task) =>
    runningClock.after(milliseconds === typingIndicatorLifetimeMs ? 300 : milliseconds, task),
}

/** A linked connection, a customer who has written, and Ana, who has accepted the ticket. */
async function aConversation() {
  const company = await testApp.company()
  const queueId = await company.queue('Vendas')
  const connectionId = await company.connection('Loja', [queueId])
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  await testApp.app.startRoles()
  const port = await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  const connection = () => company.admin.does(getConnection, { params: { connectionId } })
  await until('a QR is shown', async () => (await connection()).qrcode !== '')
  await phone.scanQr((await connection()).qrcode)
  const contact = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })
  await contact.sendText(shop, 'Pode explicar?')
  const tickets = () => testApp.table('tickets').find<{ id: TicketId }>({ queue_id: not(null) }, ['id'])
  await until('a ticket', async () => (await tickets()).length === 1)
  const ticketId = (await tickets())[0]?.id as TicketId // the line before has found it
  const ana = await company.person('Ana', { queueIds: [queueId] })

  async function shows(person: Person) {
    const page = await openSocket(
      { app: testApp.app, port, companyId: company.id },
      { auth: { token: person.token } },
    )
    closes.push(page.close)
    const signs: LiveTypingPayload[] = []
    page.socket.on(liveChannel.typing(company.id), (sign: LiveTypingPayload) => signs.push(sign))
    page.say(roomSocketMessageNames.chatBox.join, String(ticketId))
    await until('the page has joined', () => page.subscriber.views.chatBoxes.has(ticketId))
    return { ...page, signs }
  }
  return { company, contact, ticketId, ana, shows }
}

test('the contact types on the phone, and viewers of the conversation see it until it ends', async () => {
  const { contact, ticketId, ana, shows, company } = await aConversation()
  await ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const page = await shows(ana)
  const countEvents = () => testApp.table('inbound_events').count({ company_id: company.id })
  const before = await countEvents()

  await until('it is seen', () => {
    contact.typing(shop)
    return page.signs.length > 0
  })
  await until('it ends by itself', () => page.signs.at(-1)?.doing === 'nothing')
  contact.typing(shop)
  await until('it is seen again', () => page.signs.at(-1)?.doing === 'typing')
  contact.typing(shop, 'paused')
  await until('it ends', () => page.signs.at(-1)?.doing === 'nothing')

  expect(page.signs[0]).toEqual({
    ticketId,
    doing: 'typing',
    contact: { id: expect.any(Number), name: 'Carla' },
    user: null,
  })
  expect(await countEvents()).toBe(before)
})

test("an agent types, and the customer's phone shows it until the end", async () => {
  const { contact, ticketId, ana, shows } = await aConversation()
  await ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const page = await shows(ana)

  page.say(typingSocketMessage, { ticketId, doing: 'typing' })
  await until('the phone shows it', () => contact.shopIsTyping(shop))
  page.say(typingSocketMessage, { ticketId, doing: 'nothing' })
  await until('the phone shows the end', () => !contact.shopIsTyping(shop))
})

test('TICKET-12 TICKET-51 an admin who spies marks no message as read, here or on the phone', async () => {
  const { contact, ticketId, ana, company } = await aConversation()
  const theirs = () => contact.chat(shop).filter(({ from }) => from === 'contact')
  await until('it has arrived', () => theirs()[0]?.tick === 'delivered')
  const spies = () => company.admin.does(listMessages, { params: { ticketId } })

  await spies()
  const pending = await company.admin.does(getTicket, { params: { ticketId } })
  await ana.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await until('the owner has read it', () => theirs()[0]?.tick === 'read')
  await contact.sendText(shop, 'Ainda está aí?')
  const unread = async () => (await company.admin.does(getTicket, { params: { ticketId } })).unreadMessages
  await until('one is unread', async () => (await unread()) === 1)
  await spies()
  const { messages } = await spies()

  // A read receipt would be in the outbox when the call has answered.
  const receipts = await testApp
    .table('outbox')
    .count({ company_id: company.id, kind: 'read', state: not('sent') })
  expect(pending).toMatchObject({ status: 'pending', unreadMessages: 1, userId: null })
  expect(receipts).toBe(0)
  expect(await unread()).toBe(1)
  expect(messages.at(-1)).toMatchObject({ body: 'Ainda está aí?', read: false })
  expect(theirs().at(-1)?.tick).toBe('delivered')
})
