import { isLong } from '@balcao/whatsapp-simulator/testing/long'
import { afterEach, expect, test } from 'vitest'
import type { MessageSendRequest } from './gateway'
import type { InboundEvent, KeyChange } from './ports'
import { aShop, type Shop, type ShopProcess, textTo } from './testing/shop'

/** Messages of each side, while both write at once. */
const atOnce = isLong ? 200 : 50
const kills = isLong ? 10 : 3

let shop: Shop
afterEach(() => shop.closeTidily())

async function fixture() {
  shop = await aShop()
  const first = await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  return { first, ana, shopPhone: shop.phone.phone }
}

/** Kills the first process as by `kill -9`, and starts another that takes the connection over. */
async function killAndRestart(first: ShopProcess): Promise<ShopProcess> {
  first.kill()
  const second = shop.start()
  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  return second
}

const keepsMessage = (_: readonly KeyChange[], entries: readonly InboundEvent[]) =>
  entries.some(({ key }) => !key.includes(':')) // ticks have a name, messages a hash
const stepsRatchet = (changes: readonly KeyChange[]) => changes.some(({ type }) => type === 'session')

test.each([
  ['first message', 0],
  ['later message', 1],
])('a kill between the commit and the receipt loses nothing (%s)', async (_, earlier) => {
  const { first, ana, shopPhone } = await fixture()
  if (earlier > 0) {
    await ana.sendText(shopPhone, 'antes')
    await first.link.send(textTo(ana, '3EB0CCCC00000001', 'resposta'))
    await shop.simulator.until('answered', () => ana.chat(shopPhone).length === 2)
    await shop.simulator.until('delivered', () => ana.chat(shopPhone)[0]?.tick === 'delivered')
  }
  const died = first.keys.dieAfter(keepsMessage)

  await ana.sendText(shopPhone, 'no meio')
  await died
  await killAndRestart(first)
  await ana.sendText(shopPhone, 'depois')
  await shop.simulator.until('delivered', () => ana.chat(shopPhone).at(-1)?.tick === 'delivered')

  const texts = (await shop.inboundMessages()).map(({ content }) => content.kind === 'text' && content.text)
  expect(texts.slice(-2)).toEqual(['no meio', 'depois'])
  expect(shop.simulator.stats).toMatchObject({ redelivered: 1, retriesFromProduct: 0, nacks: {} })
})

test('a kill between the commit and the receipt of a group message loses nothing', async () => {
  const { first, ana, shopPhone } = await fixture()
  const group = '120363000000000001@g.us'
  await ana.sendToGroup(shopPhone, group, 'um')
  await shop.untilMessages(1)
  const died = first.keys.dieAfter(keepsMessage)

  await ana.sendToGroup(shopPhone, group, 'dois')
  await died
  await killAndRestart(first)
  await ana.sendToGroup(shopPhone, group, 'três')
  await shop.untilMessages(3)

  const texts = (await shop.inboundMessages()).map(({ content }) => content.kind === 'text' && content.text)
  expect(texts).toEqual(['um', 'dois', 'três'])
  expect(shop.simulator.stats.retriesFromProduct).toBe(0)
})

test("a kill between an outgoing message's ratchet and its stanza reuses no counter", async () => {
  const { first, ana, shopPhone } = await fixture()
  await first.link.send(textTo(ana, '3EB0CCCC00000001', 'um'))
  await shop.simulator.until('shown', () => ana.chat(shopPhone).length === 1)
  await ana.sendText(shopPhone, 'certo')
  await shop.simulator.until('delivered', () => ana.chat(shopPhone)[1]?.tick === 'delivered')
  const died = first.keys.dieAfter(stepsRatchet)

  void first.link.send(textTo(ana, '3EB0CCCC00000002', 'dois')).catch(() => {}) // its process is killed
  await died
  const second = await killAndRestart(first)
  await second.link.send(textTo(ana, '3EB0CCCC00000002', 'dois'))
  await second.link.send(textTo(ana, '3EB0CCCC00000003', 'três'))
  await shop.simulator.until('all shown', () => ana.chat(shopPhone).length === 4)

  expect(ana.chat(shopPhone).map(({ text }) => text)).toEqual(['um', 'certo', 'dois', 'três'])
  expect(ana.arrivals(shopPhone).every(({ displays, retries }) => displays === 1 && retries === 0)).toBe(true)
})

test('the same id sent twice is displayed once', async () => {
  const { first, ana, shopPhone } = await fixture()
  await first.link.send(textTo(ana, '3EB0CCCC00000001', 'uma vez'))

  const second = await killAndRestart(first)
  await second.link.send(textTo(ana, '3EB0CCCC00000001', 'uma vez'))
  await shop.simulator.until('both stanzas', () => ana.arrivals(shopPhone)[0]?.stanzas === 2)

  expect(ana.arrivals(shopPhone)).toMatchObject([{ displays: 1 }])
})

test("Baileys' own interrupted work is repeated once at the next start", async () => {
  shop = await aShop({ history: true })
  const first = shop.start()
  const { qr } = await first.reported('a code', (report) => report.qr !== null)
  const died = first.keys.dieAfter((_, entries) =>
    entries.some(({ needsAcknowledgement }) => needsAcknowledgement),
  )
  await shop.phone.scanQr(qr ?? '')
  await died
  first.kill()

  const second = shop.start()
  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  await shop.store.until('acknowledged', () => shop.store.unacknowledgedCount === 0)

  expect(shop.store.entries.filter(({ needsAcknowledgement }) => needsAcknowledgement)).toHaveLength(1)
})

test(`both sides writing at once, ${atOnce} each, leave no message unreadable`, async () => {
  const { first, ana, shopPhone } = await fixture()
  await ana.sendText(shopPhone, 'oi')
  await first.link.send(textTo(ana, '3EB0DDDD00000000', 'oi'))
  const numbers = Array.from({ length: atOnce }, (_, number) => String(number + 1).padStart(3, '0'))

  const theirs = (async () => {
    for (const number of numbers) await ana.sendText(shopPhone, `deles ${number}`)
  })()
  for (const number of numbers)
    await first.link.send(textTo(ana, `3EB0DDDD00000${number}`, `nossa ${number}`))
  await theirs
  await shop.simulator.until('all shown', () => ana.arrivals(shopPhone).length === atOnce + 1, 60_000)
  await shop.simulator.until(
    'all delivered',
    () => ana.chat(shopPhone).every(({ from, tick }) => from === 'shop' || tick === 'delivered'),
    60_000,
  )

  const texts = (await shop.inboundMessages()).map(({ content }) => content.kind === 'text' && content.text)
  expect(texts).toEqual(['oi', ...numbers.map((number) => `deles ${number}`)])
  expect(shop.simulator.stats).toMatchObject({ retriesFromProduct: 0, retriesByContacts: 0, nacks: {} })
}, 180_000)

test(`${kills} kills among messages in and out: each stored once, in order, and displayed once`, async () => {
  const { first, ana, shopPhone } = await fixture()
  const bia = shop.simulator.createContact({ phone: '5551988880002', name: 'Bia' })
  const contacts = [ana, bia]
  let process = first
  let sent = 0
  const orders: MessageSendRequest[] = []
  /** A message written to a socket may be lost: without the server's ack it is sent again, as from the outbox. */
  const sendUnacknowledged = async () => {
    const isAcknowledged = ({ id }: MessageSendRequest) =>
      shop.store.entries.some(({ key }) => key.startsWith(`ack:${id}:`))
    for (const order of orders) if (!isAcknowledged(order)) await process.link.send(order)
  }

  for (let number = 0; number < 20 * kills; number += 1) {
    await contacts[number % 2]?.sendText(shopPhone, `mensagem ${String(number).padStart(3, '0')}`)
    if (number % 2 === 0) {
      const order = textTo(
        contacts[sent % 2] ?? ana,
        `3EB0EEEE${String(sent).padStart(8, '0')}`,
        `resposta ${sent}`,
      )
      void process.link.send(order).catch(() => {})
      orders.push(order)
      sent += 1
    }
    if (number % 20 === 10) {
      process = await killAndRestart(process)
      await sendUnacknowledged()
    }
  }
  await sendUnacknowledged()
  await shop.untilMessages(20 * kills)
  await shop.simulator.until(
    'all shown',
    () => ana.arrivals(shopPhone).length + bia.arrivals(shopPhone).length === 10 * kills,
  )

  for (const contact of contacts) {
    const inbound = (await shop.inboundMessages()).filter(({ pushName }) => pushName === contact.name)
    const texts = inbound.map(({ content }) => (content.kind === 'text' ? content.text : ''))
    expect(texts).toHaveLength(10 * kills)
    expect(texts).toEqual(texts.toSorted())
    expect(contact.arrivals(shopPhone).filter(({ displays }) => displays !== 1)).toEqual([])
  }
  expect(shop.simulator.stats).toMatchObject({ retriesFromProduct: 0, nacks: {} })
}, 180_000)
