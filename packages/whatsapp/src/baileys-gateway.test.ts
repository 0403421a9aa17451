import { afterEach, describe, expect, test } from 'vitest'
import { aShop, personAt, type Shop, textTo } from './testing/shop'

let shop: Shop
afterEach(async () => {
  const { unknown, errors, refusedCounters } = shop.simulator.stats
  await shop.close()
  expect({ unknown, errors, refusedCounters }).toEqual({ unknown: [], errors: [], refusedCounters: 0 })
})

describe('linking', () => {
  test('CONN-08 a scanned code leads over PAIRING and OPENING to CONNECTED', async () => {
    shop = await aShop()

    const { reports } = await shop.startLinked()

    expect(reports.map(({ status }) => status)).toEqual([
      'OPENING',
      'qrcode',
      'PAIRING',
      'OPENING',
      'CONNECTED',
    ])
    expect(reports.at(-1)).toMatchObject({ phone: '5551999990000', qr: null, cause: null, retries: 0 })
  })
})

describe('incoming', () => {
  test('a text stands in the tray before its receipt leaves', async () => {
    shop = await aShop()
    await shop.startLinked()
    const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })

    const id = await ana.sendText(shop.phone.phone, 'Bom dia, estão abertos?')
    await shop.simulator.until('delivered', () => ana.chat(shop.phone.phone)[0]?.tick === 'delivered')

    expect(await shop.heardMessages()).toMatchObject([
      {
        kind: 'message',
        id,
        chat: personAt(ana),
        fromMe: false,
        author: null,
        pushName: 'Ana',
        content: { kind: 'text', text: 'Bom dia, estão abertos?' },
        quotedId: null,
      },
    ])
  })
})

describe('outgoing', () => {
  test('a text is displayed once and comes back as ticks 1, 2 and 3', async () => {
    shop = await aShop()
    const { link } = await shop.startLinked()
    const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })

    await link.send(textTo(ana, '3EB0AAAA00000001', 'Sim, até as 20h'))
    await shop.simulator.until('shown', () => ana.chat(shop.phone.phone).length === 1)
    await shop.simulator.until('read', () => ana.read(shop.phone.phone).length === 1)
    await shop.store.until('three ticks', () => shop.store.entries.length >= 3)

    expect(ana.chat(shop.phone.phone)).toMatchObject([{ text: 'Sim, até as 20h', from: 'shop' }])
    expect(await shop.heard()).toMatchObject(
      [1, 2, 3].map((ack) => ({ kind: 'ack', ack, ids: ['3EB0AAAA00000001'] })),
    )
  })
})
