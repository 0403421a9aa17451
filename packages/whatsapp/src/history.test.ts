import { afterEach, expect, test } from 'vitest'
import type { InboundChatHistory } from './gateway'
import { aShop, personAt, type Shop } from './testing/shop'

let shop: Shop
afterEach(() => shop.closeTidily())

/** A phone with a past: Ana has written more than one entry holds, Bia sent a picture, no one else wrote. */
async function aPhoneWithAPast(settings: { bringHistory?: boolean } = {}) {
  shop = await aShop({ history: true, ...settings })
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  const bia = shop.simulator.createContact({ phone: '5551988880002', name: 'Bia' })
  shop.simulator.createContact({ phone: '5551988880003', name: 'Caio' })
  const shopPhone = shop.phone.phone
  for (let number = 0; number < 150; number += 1) await ana.sendText(shopPhone, `antes ${number}`)
  await bia.sendPicture(shopPhone, Buffer.from('a cat'), { caption: 'gato' })
  return { ana, bia, shopPhone }
}

async function history(): Promise<readonly InboundChatHistory[]> {
  return (await shop.received()).filter((one) => one.kind === 'history')
}

async function untilAcknowledged(): Promise<void> {
  const notices = () => shop.store.entries.filter(({ needsAcknowledgement }) => needsAcknowledgement).length
  await shop.store.until('both pieces', () => notices() === 2 && shop.store.unacknowledgedCount === 0)
}

test('a requested history is imported: every conversation, oldest first', async () => {
  const { ana, bia } = await aPhoneWithAPast({ bringHistory: true })
  await shop.startLinked()
  await untilAcknowledged()

  const pieces = await history()
  const ofAna = pieces.filter(({ name }) => name === 'Ana').flatMap(({ messages }) => messages)
  const texts = ofAna.map(({ content }) => (content.kind === 'text' ? content.text : ''))
  const ofBia = pieces.find(({ name }) => name === 'Bia')

  expect(new Set(pieces.map(({ name }) => name))).toEqual(new Set(['Ana', 'Bia']))
  expect(pieces.every(({ messages }) => messages.length <= 100)).toBe(true)
  expect(
    pieces.every(
      ({ name, chat }) => chat.kind === 'person' && (name === 'Ana') === (chat.phone === ana.phone),
    ),
  ).toBe(true)
  // The first notice repeats the latest message, which the full history contains again, as WhatsApp does.
  expect(texts).toEqual(['antes 149', ...Array.from({ length: 150 }, (_, number) => `antes ${number}`)])
  expect(ofBia).toMatchObject({
    chat: personAt(bia),
    messages: [
      { kind: 'message', fromMe: false, pushName: 'Bia', content: { media: 'image', caption: 'gato' } },
    ],
  })
})

test('a picture of the history can be fetched', async () => {
  await aPhoneWithAPast({ bringHistory: true })
  await shop.startLinked()
  await untilAcknowledged()

  const [message] = (await history()).find(({ name }) => name === 'Bia')?.messages ?? []
  if (message?.content.kind !== 'media') throw new Error('not a picture')
  const bytes = await shop.fetchMedia(message.content.reference)

  expect(Buffer.from(bytes).toString()).toBe('a cat')
})

test('without a request, no history is received', async () => {
  const { ana, shopPhone } = await aPhoneWithAPast()
  await shop.startLinked()

  await ana.sendText(shopPhone, 'agora')
  await shop.untilMessages(1)

  expect(await history()).toEqual([])
})

test('a kill during the history import loses nothing of it, and repeats nothing', async () => {
  await aPhoneWithAPast({ bringHistory: true })
  const first = shop.start()
  const { qr } = await first.reported('a code', (report) => report.qr !== null)
  const died = first.keys.dieAfter((_, entries) => entries.some(({ key }) => key.startsWith('history:')))
  await shop.phone.scanQr(qr ?? '')
  await died
  first.kill()

  const second = shop.start()
  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  await untilAcknowledged()

  const keys = shop.store.entries.map(({ key }) => key).filter((key) => key.startsWith('history:'))
  const messages = (await history()).flatMap(({ messages }) => messages)
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(messages.map(({ id }) => id)).size).toBe(151)
})
