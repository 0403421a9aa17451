import { afterEach, describe, expect, test } from 'vitest'
import type { InboundCall } from './gateway'
import { aShop, type Shop } from './testing/shop'

/** Where no user takes calls they are refused as they begin to ring (BOT-10). */
let shop: Shop
afterEach(() => shop.closeTidily())

async function fixture(takesCalls: () => Promise<boolean>) {
  shop = await aShop({ takesCalls })
  const process = await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  return { process, ana, shopPhone: shop.phone.phone }
}

async function untilOver(): Promise<readonly InboundCall[]> {
  for (;;) {
    const seen = shop.store.entries.length
    const calls = (await shop.received()).filter((one) => one.kind === 'call')
    if (calls.length > 0) return calls
    await shop.store.until('a call is over', () => shop.store.entries.length > seen)
  }
}

test('BOT-10 a call is refused while it rings, and received once as refused by us', async () => {
  const { ana, shopPhone } = await fixture(async () => false)

  const call = ana.call(shopPhone, { id: 'CALL1', video: true })
  await shop.simulator.until('it rings no more', () => ana.chat(shopPhone).length === 1)
  call.hangUp() // it is over already
  await ana.sendText(shopPhone, 'e agora?')
  await shop.untilMessages(1)

  expect(ana.chat(shopPhone)).toMatchObject([{ kind: 'call', callEnd: 'refuse' }, { text: 'e agora?' }])
  expect(await untilOver()).toMatchObject([{ id: 'CALL1', video: true, outcome: 'refused' }])
})

test('BOT-10 a refusal is stored before WhatsApp gets it, so a crash between does not lose it', async () => {
  const { process, ana, shopPhone } = await fixture(async () => false)
  const died = process.keys.dieAfter((_, entries) => entries.some(({ key }) => key.startsWith('call:')))

  const call = ana.call(shopPhone, { id: 'CALL1' })
  await died
  process.kill()
  const second = shop.start()
  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  call.refuseOnHandset()
  await ana.sendText(shopPhone, 'fim')
  await shop.untilMessages(1)

  expect(await untilOver()).toMatchObject([{ id: 'CALL1', outcome: 'refused' }])
})

test.each([
  ['where a user takes calls', async () => true],
  ['where the setting is unreadable', () => Promise.reject(new Error('the database is away'))],
])('SETTING-05 %s it keeps ringing until a phone ends it', async (_where, takesCalls) => {
  const { ana, shopPhone } = await fixture(takesCalls)

  const call = ana.call(shopPhone, { id: 'CALL1' })
  await ana.sendText(shopPhone, 'atende!')
  await shop.untilMessages(1)
  call.answerOnHandset()

  expect(await untilOver()).toMatchObject([{ id: 'CALL1', outcome: 'answered' }])
})

describe('a caller is received under their own two addresses', () => {
  const hostile = { phone: '5551988880002', name: 'Outro' }
  const itself = async () => {
    const { ana, shopPhone } = await fixture(async () => true)
    const contact = shop.simulator.createContact(hostile)
    return { ana, shopPhone, contact, lid: contact.lid.split('@')[0] }
  }

  test.each(['jid', 'lid'] as const)('a caller who claims the %s of another person', async (form) => {
    const { ana, shopPhone, contact, lid } = await itself()

    contact.call(shopPhone, { id: 'CALL1', claims: ana[form] }).hangUp()

    const chat = { kind: 'person', phone: hostile.phone, lid }
    expect(await untilOver()).toMatchObject([{ id: 'CALL1', chat, outcome: 'missed' }])
  })

  test.each(['jid', 'lid'] as const)(
    'a person who ends a call that never began, by the %s of another',
    async (form) => {
      const { ana, shopPhone, contact, lid } = await itself()

      contact.signalCall(shopPhone, 'terminate', { 'call-id': 'CALL1', 'call-creator': ana[form] })

      const chat = { kind: 'person', phone: hostile.phone, lid }
      expect(await untilOver()).toMatchObject([{ id: 'CALL1', chat, outcome: 'missed' }])
    },
  )

  test('a caller who claims a number inside the signal', async () => {
    const { ana, shopPhone, contact, lid } = await itself()

    const call = { 'call-id': 'CALL1', 'call-creator': contact.lid, caller_pn: ana.jid }
    contact.signalCall(shopPhone, 'offer', call, { from: contact.lid })
    contact.signalCall(shopPhone, 'terminate', call, { from: contact.lid })

    const chat = { kind: 'person', phone: null, lid }
    expect(await untilOver()).toMatchObject([{ id: 'CALL1', chat, outcome: 'missed' }])
  })
})

test("our own handset's call signal names the caller, and pairs no one with our addresses", async () => {
  const { ana, shopPhone } = await fixture(async () => true)

  const { jid, lid } = shop.phone
  const call = { 'call-id': 'CALL1', 'call-creator': ana.jid }
  ana.signalCall(shopPhone, 'reject', call, { from: jid, sender_lid: lid })

  const chat = { kind: 'person', phone: ana.phone, lid: null }
  expect(await untilOver()).toMatchObject([{ id: 'CALL1', chat, outcome: 'declined' }])
})
