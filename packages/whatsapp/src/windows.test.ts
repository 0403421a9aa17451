import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import { afterEach, describe, expect, test } from 'vitest'
import type { Clock } from './clock'
import type { InboundUpdate } from './gateway'
import type { InboundEvent, KeyChange } from './ports'
import { aShop, type Shop, type ShopProcess, textTo } from './testing/shop'
import { steppedClock } from './testing/stepped-clock'

/**
 * The windows that the journal of the ratchet does not cover by itself (decision 0010): the process is killed after the
 * commit and before WhatsApp has its answer, and the event is received all the same, once.
 */
let shop: Shop
afterEach(() => shop.closeTidily())

async function fixture({ clock }: { clock?: Clock } = {}) {
  shop = await aShop(clock ? { clock } : {})
  const first = await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  return { first, ana, shopPhone: shop.phone.phone }
}

async function killAndRestart(first: ShopProcess): Promise<ShopProcess> {
  first.kill()
  const second = shop.start()
  await second.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
  return second
}

async function untilReceived(matches: (one: InboundUpdate) => boolean): Promise<readonly InboundUpdate[]> {
  for (;;) {
    const seen = shop.store.entries.length
    const found = (await shop.received()).filter(matches)
    if (found.length > 0) return found
    await shop.store.until('it was received', () => shop.store.entries.length > seen)
  }
}

/** The simulator delivers in order, so an answer to this message proves that all earlier stanzas were answered. */
async function untilAllAnswered(ana: SimulatedContact, shopPhone: string): Promise<void> {
  const id = await ana.sendText(shopPhone, 'fim')
  await shop.simulator.until(
    'the last is delivered',
    () => ana.chat(shopPhone).find((entry) => entry.id === id)?.tick === 'delivered',
  )
}

const commits =
  (prefix: string) =>
  (_: readonly KeyChange[], entries: readonly InboundEvent[]): boolean =>
    entries.some(({ key }) => key.startsWith(prefix))
const commitsMessage = (_: readonly KeyChange[], entries: readonly InboundEvent[]) =>
  entries.some(({ key }) => !key.includes(':')) // the key of a decrypted stanza is its hash

interface Act {
  readonly act: string
  readonly does: (ana: SimulatedContact, shopPhone: string, id: string) => Promise<unknown>
  /** The inbound events of its kind in the end. */
  readonly inbound: readonly object[]
}

const acts: readonly Act[] = [
  {
    act: 'a correction',
    does: (ana, shopPhone, id) => ana.editMessage(shopPhone, id, 'às 15h'),
    inbound: [{ kind: 'edit', text: 'às 15h' }],
  },
  {
    act: 'a deletion',
    does: (ana, shopPhone, id) => ana.deleteMessage(shopPhone, id),
    inbound: [{ kind: 'deletion' }],
  },
  {
    act: 'a reaction',
    does: (ana, shopPhone, id) => ana.react(shopPhone, id, '👍'),
    inbound: [{ kind: 'reaction', emoji: '👍' }],
  },
  {
    act: 'a vote, which means nothing to a conversation',
    does: (ana, shopPhone, id) => {
      const pollCreationMessageKey = { remoteJid: shop.phone.jid, fromMe: false, id }
      return ana.sendMessage(shopPhone, { pollUpdateMessage: { pollCreationMessageKey } })
    },
    inbound: [],
  },
  {
    act: 'a setting of the chat, which means nothing to a conversation',
    does: (ana, shopPhone) =>
      ana.sendMessage(shopPhone, { protocolMessage: { type: 3, ephemeralExpiration: 86_400 } }),
    inbound: [],
  },
]

describe('a kill between the commit and the receipt', () => {
  test.each(acts)('of $act: received once', async ({ does, inbound }) => {
    const { first, ana, shopPhone } = await fixture()
    const id = await ana.sendText(shopPhone, 'às 14h')
    await shop.simulator.until('delivered', () => ana.chat(shopPhone)[0]?.tick === 'delivered')
    const died = first.keys.dieAfter(commitsMessage)

    await does(ana, shopPhone, id)
    await died
    await killAndRestart(first)
    await untilAllAnswered(ana, shopPhone)

    const all = await shop.received()
    expect(all.slice(1, -1)).toMatchObject(inbound)
    expect(shop.simulator.stats).toMatchObject({ redelivered: 1, retriesFromProduct: 0, nacks: {} })
  })

  test('of a message that only the phone has: its placeholder is stored, and the phone fills it', async () => {
    const { first, ana, shopPhone } = await fixture()
    const died = first.keys.dieAfter(commits('unread:'))

    const id = await ana.sendText(shopPhone, 'vim pelo anúncio', { withheld: 'ask-phone' })
    await died
    await killAndRestart(first)
    await untilReceived((one) => one.kind === 'message' && one.content.kind === 'text')

    expect(await shop.inboundMessages()).toMatchObject([
      { id, chat: { phone: ana.phone }, content: { kind: 'unsupported', what: 'unavailable' } },
      { id, chat: { phone: ana.phone }, content: { kind: 'text', text: 'vim pelo anúncio' } },
    ])
  })

  test('of a view-once picture: its placeholder is stored once', async () => {
    const { first, ana, shopPhone } = await fixture()
    const died = first.keys.dieAfter(commits('unread:'))

    await ana.sendMedia(shopPhone, 'picture', Buffer.from('once'), { viewOnce: true, withheld: 'view-once' })
    await died
    await killAndRestart(first)
    await untilAllAnswered(ana, shopPhone)

    expect(await shop.inboundMessages()).toMatchObject([
      { content: { kind: 'unsupported', what: 'view-once' } },
      { content: { text: 'fim' } },
    ])
  })

  test('of an unreadable message: its placeholder is stored, and the message comes on request', async () => {
    const { first, ana, shopPhone } = await fixture()
    shop.phone.inflict({ kind: 'spoilNext' })
    const died = first.keys.dieAfter(commits('unread:'))

    const id = await ana.sendText(shopPhone, 'ilegível')
    await died
    await killAndRestart(first)
    await untilReceived((one) => one.kind === 'message' && one.content.kind === 'text')

    expect(await shop.inboundMessages()).toMatchObject([
      { id, content: { what: 'undecryptable' } },
      { id, content: { text: 'ilegível' } },
    ])
  })
})

describe('a kill between the commit and the acknowledgement', () => {
  test('of a read receipt: one tick', async () => {
    const { first, ana, shopPhone } = await fixture()
    await first.link.send(textTo(ana, '3EB0AAAA00000001', 'oi'))
    await shop.store.until('sent and delivered', () => shop.store.entries.length >= 2)
    const died = first.keys.dieAfter(commits('receipt:'))

    ana.read(shopPhone)
    await died
    await killAndRestart(first)
    await untilAllAnswered(ana, shopPhone)

    const ticks = (await shop.received()).filter((one) => one.kind === 'ack')
    expect(ticks.map(({ ack }) => ack)).toEqual([1, 2, 3])
  })

  test('of the new name of a group: received once', async () => {
    const { first, ana, shopPhone } = await fixture()
    const members = [ana.phone, shopPhone]
    const group = shop.simulator.createGroup({ subject: 'Obra', members })
    const died = first.keys.dieAfter(commits('group:'))

    group.rename(ana.phone, 'Obra terminada')
    await died
    await killAndRestart(first)
    await untilAllAnswered(ana, shopPhone)

    const names = (await shop.received()).filter((one) => one.kind === 'group')
    expect(names).toMatchObject([{ subject: 'Obra terminada' }])
  })

  test('of the end of a call: received once', async () => {
    const { first, ana, shopPhone } = await fixture()
    const died = first.keys.dieAfter(commits('call:'))

    ana.call(shopPhone, { id: 'CALL1', video: true }).hangUp()
    await died
    await killAndRestart(first)
    await untilAllAnswered(ana, shopPhone)

    const calls = (await shop.received()).filter((one) => one.kind === 'call')
    expect(calls).toMatchObject([{ id: 'CALL1', video: true, outcome: 'missed' }])
  })

  test('of its ringing: its kind is known when it ends', async () => {
    const { first, ana, shopPhone } = await fixture()
    const died = first.keys.dieAfter((changes) => changes.some(({ type }) => type === 'ringing-calls'))

    const call = ana.call(shopPhone, { id: 'CALL1', video: true })
    await died
    await killAndRestart(first)
    call.answerOnHandset()
    const calls = await untilReceived((one) => one.kind === 'call')

    expect(calls).toMatchObject([{ id: 'CALL1', video: true, outcome: 'answered' }])
  })
})

const ignored = [
  { what: 'a status', does: (ana: SimulatedContact) => ana.postStatus(shop.phone.phone, 'de férias') },
  { what: 'a channel', does: () => shop.phone.hearChannel('promoção') },
  {
    what: 'a channel, in a notification',
    does: () => shop.phone.hearChannel('promoção', { asNotification: true }),
  },
]

describe('a kill before the answer has reached WhatsApp', () => {
  test.each(ignored)('of $what: answered once more, without an inbound event', async ({ does }) => {
    const { first, ana, shopPhone } = await fixture()
    shop.phone.inflict({ kind: 'loseAnswers' })

    await does(ana)
    await shop.simulator.until('its answer was lost', () => shop.simulator.stats.lostAnswers === 1)
    const second = await killAndRestart(first)
    await untilAllAnswered(ana, shopPhone)
    await killAndRestart(second)
    await untilAllAnswered(ana, shopPhone)

    expect(await shop.inboundMessages()).toMatchObject([
      { chat: { phone: ana.phone }, content: { text: 'fim' } },
      { chat: { phone: ana.phone }, content: { text: 'fim' } },
    ])
    expect(await shop.received()).toHaveLength(2)
    expect(shop.simulator.stats).toMatchObject({ redelivered: 1, retriesFromProduct: 0 })
  })
})

test('a call whose end never arrived counts as missed, two minutes after the next opening', async () => {
  const clock = steppedClock()
  const { first, ana, shopPhone } = await fixture({ clock })
  const ringing = shop.store.until('ringing', () => shop.store.keys.get('ringing-calls')?.has('all'))
  ana.call(shopPhone, { id: 'CALL1' })
  await ringing

  await killAndRestart(first)
  clock.advance(120_000)
  const calls = await untilReceived((one) => one.kind === 'call')

  expect(calls).toMatchObject([{ id: 'CALL1', outcome: 'missed' }])
})

test('a deliberately ignored stanza is answered, and leaves nothing behind', async () => {
  const { ana, shopPhone } = await fixture()

  ana.presence(shopPhone, 'available')
  ana.typing(shopPhone)
  await ana.postStatus(shopPhone, 'de férias')
  shop.phone.hearChannel('promoção')
  await untilAllAnswered(ana, shopPhone)

  expect(await shop.received()).toMatchObject([{ kind: 'message', content: { text: 'fim' } }])
})
