import { getConnection } from '@balcao/contract/connections'
import {
  deleteMessage,
  editMessage,
  type MessageView,
  reactToMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { isLong } from '@balcao/whatsapp-simulator/testing/long'
import { expect, test } from 'vitest'
import { startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock } from '../../testing/test-app'
import { startAfterKill, type TestAppProcess } from '../../testing/test-app-process'
import { until } from '../../testing/until'

const shop = '5551999990000'
/** Two of each moment of a kill are the least; the last reaction is that of an even round. */
const rounds = isLong ? 10 : 4

/** A killed process as in kill.test.ts: its socket is cut, and its acts no longer reach the database. */
test(`after ${rounds} kills among changes of messages the phone shows the last of each, none lost`, {
  timeout: 240_000,
}, async () => {
  const whatsapp = await startWhatsapp()
  const testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  const company = await testApp.company()
  const { admin } = company
  const connectionId = await company.connection('Loja')
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  const carla = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })
  const dead: TestAppProcess[] = []
  const start = () => startAfterKill(testApp, whatsapp.gateway, runningClock)
  let living = await start()
  const qr = async () => (await admin.does(getConnection, { params: { connectionId } })).qrcode
  await until('the QR', async () => (await qr()) !== '')
  await phone.scanQr(await qr())
  await carla.sendText(shop, 'Que dia?')
  const theirs = () =>
    testApp.table('messages').find<{ id: MessageId; ticket_id: TicketId }>({}, ['id', 'ticket_id'])
  await until('the question', async () => (await theirs()).length === 1)
  const [question] = await theirs()
  if (question === undefined) throw new Error('there is no question')
  const { ticket_id: ticketId } = question
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const write = async (body: string) =>
    (await admin.does(sendMessage, { params: { ticketId }, body: { body } })) as MessageView // one text makes one message
  const ours = await write('dia 0')
  const wrong: MessageView[] = []
  for (let round = 1; round <= rounds; round++) wrong.push(await write(`errado ${round}`))

  const bubble = () => carla.chat(shop).find(({ from }) => from === 'shop')
  const reaction = () => carla.chat(shop)[0]?.reactions?.shop
  const openOrders = (states: readonly string[]) => testApp.table('outbox').count({ state: states })
  const ofShop = () => carla.chat(shop).filter(({ from }) => from === 'shop')
  await until('all that was written', () => ofShop().length === 1 + rounds, 30_000)

  for (const [before, { id: wrongId }] of wrong.entries()) {
    const round = before + 1
    const emoji = round % 2 === 0 ? '👍' : '❤️'
    await admin.does(editMessage, { params: { messageId: ours.id }, body: { body: `dia ${round}` } })
    await admin.does(deleteMessage, { params: { messageId: wrongId } })
    await admin.does(reactToMessage, { params: { messageId: question.id }, body: { emoji } })
    // Killed while one item is being sent, while one is on the phone, or at any time.
    if (round % 3 === 0) await until('one is being sent', async () => (await openOrders(['sending'])) > 0)
    if (round % 3 === 1) await until('the correction is shown', () => bubble()?.text === `dia ${round}`)
    living.freeze()
    phone.drop()
    dead.push(living)
    living = await start()
  }

  await until('the last correction', () => bubble()?.text === `dia ${rounds}`, 120_000)
  await until('the last reaction', () => reaction() === '👍', 120_000)
  await until('all is taken', async () => (await openOrders(['waiting', 'sending'])) === 0, 120_000)
  expect(await openOrders(['failed'])).toBe(0)
  expect(ofShop()).toMatchObject([{ edited: true }, ...wrong.map(() => ({ deleted: true }))])
  const arrivals = carla.arrivals(shop) // by id: the message and each change under its reserved id
  expect(arrivals).toHaveLength(1 + rounds + 3 * rounds)
  expect(arrivals.filter(({ displays }) => displays > 0)).toHaveLength(1 + rounds)
  expect(arrivals.every(({ refusedCounters }) => refusedCounters === 0)).toBe(true)

  await living.stop()
  for (const process of dead) process.thaw()
  for (const process of dead) await process.stop()
  await testApp.close()
  await whatsapp.closeTidily()
})
