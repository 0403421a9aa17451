import { Readable } from 'node:stream'
import { jpegHeader } from '@balcao/domain/testing/jpegs'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { InboundUpdate, MessageReference, OutgoingContent, WhatsappLink } from './gateway'
import { aShop, messageId, personAt, type Shop, textTo } from './testing/shop'

/**
 * Every kind of message, through the real Baileys: what the customer's phone sends and its inbound event; what we send
 * and what the customer's phone displays. One row per kind.
 */
let shop: Shop
let link: WhatsappLink
let shopPhone: string
beforeAll(async () => {
  shop = await aShop()
  shopPhone = shop.phone.phone
  link = (await shop.startLinked()).link
})
afterAll(() => shop.closeTidily())

let reserved = 0
/** An id as the outbox reserves it; a message sent twice under one id is displayed once. */
function newId() {
  reserved += 1
  return messageId(`3EB0CCCC${String(reserved).padStart(8, '0')}`)
}

let customers = 0
function aCustomer(): SimulatedContact {
  customers += 1
  return shop.simulator.createContact({
    phone: `55519888${10_000 + customers}`,
    name: `Cliente ${customers}`,
  })
}

/** The inbound events of the chat with this customer, except ticks, once there are `count` of them. */
async function receivedFrom({ phone }: SimulatedContact, count: number): Promise<readonly InboundUpdate[]> {
  for (;;) {
    const seen = shop.store.entries.length
    const inbound = (await shop.received()).filter(
      (one) => one.kind !== 'ack' && 'chat' in one && one.chat.kind === 'person' && one.chat.phone === phone,
    )
    if (inbound.length >= count) return inbound
    await shop.store.until(`${count} things received`, () => shop.store.entries.length > seen)
  }
}

const jpeg = Buffer.from(jpegHeader(100, 56))
const file = Buffer.from('1234567890'.repeat(400))
const content = (expected: object) => ({ kind: 'message', fromMe: false, content: expected })
const media = (expected: object) => content({ kind: 'media', viewOnce: false, voice: false, ...expected })

interface IncomingKind {
  readonly kind: string
  readonly sends: (customer: SimulatedContact) => Promise<unknown> | unknown
  readonly inbound: readonly object[]
}

const incoming: readonly IncomingKind[] = [
  {
    kind: 'text with formatting, kept as it was written',
    sends: (customer) => customer.sendText(shopPhone, '*oi* _tudo_ ~bem~ ```x``` 👋🏽\n> sim'),
    inbound: [content({ kind: 'text', text: '*oi* _tudo_ ~bem~ ```x``` 👋🏽\n> sim' })],
  },
  {
    kind: 'text with a link and what the phone saw behind it',
    sends: (customer) =>
      customer.sendText(shopPhone, 'Este? https://loja.com.br/sofa', {
        preview: {
          link: 'https://loja.com.br/sofa',
          title: 'Sofá Serra',
          description: 'Três lugares',
          picture: jpeg,
        },
      }),
    inbound: [
      content({
        kind: 'text',
        text: 'Este? https://loja.com.br/sofa',
        preview: {
          url: 'https://loja.com.br/sofa',
          title: 'Sofá Serra',
          description: 'Três lugares',
          picture: jpeg.toString('base64'),
        },
      }),
    ],
  },
  {
    kind: 'picture',
    sends: (customer) => customer.sendMedia(shopPhone, 'picture', file, { caption: 'olha' }),
    inbound: [media({ media: 'image', caption: 'olha', mimetype: 'image/jpeg', sizeBytes: file.length })],
  },
  {
    kind: 'video',
    sends: (customer) => customer.sendMedia(shopPhone, 'video', file, { caption: 'olha', seconds: 7 }),
    inbound: [media({ media: 'video', caption: 'olha', seconds: 7 })],
  },
  {
    kind: 'audio',
    sends: (customer) => customer.sendMedia(shopPhone, 'audio', file, { seconds: 9 }),
    inbound: [media({ media: 'audio', seconds: 9 })],
  },
  {
    kind: 'voice message',
    sends: (customer) => customer.sendMedia(shopPhone, 'voice', file, { seconds: 3 }),
    inbound: [media({ media: 'audio', voice: true, seconds: 3, mimetype: 'audio/ogg; codecs=opus' })],
  },
  {
    kind: 'document',
    sends: (customer) =>
      customer.sendMedia(shopPhone, 'document', file, {
        fileName: 'nota.pdf',
        caption: 'a nota',
        pages: 3,
      }),
    inbound: [
      media({
        media: 'document',
        fileName: 'nota.pdf',
        caption: 'a nota',
        mimetype: 'application/pdf',
        pages: 3,
      }),
    ],
  },
  {
    kind: 'sticker',
    sends: (customer) => customer.sendMedia(shopPhone, 'sticker', file),
    inbound: [media({ media: 'sticker', mimetype: 'image/webp' })],
  },
  {
    kind: 'picture to be seen once, where the phone gives it',
    sends: (customer) => customer.sendMedia(shopPhone, 'picture', file, { viewOnce: true }),
    inbound: [media({ media: 'image', viewOnce: true })],
  },
  {
    kind: 'voice message to be played once',
    sends: (customer) => customer.sendMedia(shopPhone, 'voice', file, { viewOnce: true, seconds: 2 }),
    inbound: [media({ media: 'audio', voice: true, viewOnce: true })],
  },
  {
    kind: 'picture to be seen once, which only the phone gets',
    sends: (customer) =>
      customer.sendMedia(shopPhone, 'picture', file, { viewOnce: true, withheld: 'view-once' }),
    inbound: [content({ kind: 'unsupported', what: 'view-once' })],
  },
  {
    kind: 'location',
    sends: (customer) =>
      customer.sendLocation(shopPhone, { latitude: -30.03, longitude: -51.23, name: 'Mercado Público' }),
    inbound: [
      content({ kind: 'location', latitude: -30.03, longitude: -51.23, description: 'Mercado Público' }),
    ],
  },
  {
    kind: 'live location, as the place where it began',
    sends: (customer) =>
      customer.sendMessage(shopPhone, {
        liveLocationMessage: { degreesLatitude: -30.03, degreesLongitude: -51.23, caption: 'a caminho' },
      }),
    inbound: [content({ kind: 'location', latitude: -30.03, longitude: -51.23, description: 'a caminho' })],
  },
  {
    kind: 'text that disappears, and answers by button and from a list',
    sends: async (customer) => {
      await customer.sendMessage(shopPhone, { ephemeralMessage: { message: { conversation: 'some logo' } } })
      await customer.sendMessage(shopPhone, { buttonsResponseMessage: { selectedDisplayText: 'Sim' } })
      await customer.sendMessage(shopPhone, { listResponseMessage: { title: 'Vendas' } })
    },
    inbound: ['some logo', 'Sim', 'Vendas'].map((text) => content({ kind: 'text', text })),
  },
  {
    kind: 'contact',
    sends: (customer) => customer.sendContacts(shopPhone, [{ name: 'Bia', phone: '5551977770001' }]),
    inbound: [
      content({ kind: 'contact-card', name: 'Bia', vcard: expect.stringContaining('waid=5551977770001') }),
    ],
  },
  {
    kind: 'several contacts',
    sends: (customer) =>
      customer.sendContacts(shopPhone, [
        { name: 'Bia', phone: '5551977770001' },
        { name: 'Caio', phone: '5551977770002' },
      ]),
    inbound: [
      content({
        kind: 'contact-card',
        name: 'Bia, Caio',
        vcard: expect.stringMatching(/5551977770001(.|\n)*5551977770002/),
      }),
    ],
  },
  {
    kind: 'poll, whose votes open nothing',
    sends: async (customer) => {
      const id = await customer.sendPoll(shopPhone, 'Que dia?', ['sábado', 'domingo'])
      const vote = { encPayload: Buffer.alloc(40), encIv: Buffer.alloc(12) }
      const pollCreationMessageKey = { remoteJid: shop.phone.jid, fromMe: true, id }
      await customer.sendMessage(shopPhone, { pollUpdateMessage: { pollCreationMessageKey, vote } })
      await customer.sendText(shopPhone, 'votei')
    },
    inbound: [
      content({ kind: 'poll', question: 'Que dia?', choices: ['sábado', 'domingo'], manyAllowed: false }),
      content({ kind: 'text', text: 'votei' }),
    ],
  },
  {
    kind: 'answer that quotes',
    sends: async (customer) => {
      await customer.sendText(shopPhone, 'tem azul?', { id: 'QUOTED1' })
      await customer.sendText(shopPhone, 'e verde?', { quoting: 'QUOTED1' })
    },
    inbound: [content({ text: 'tem azul?' }), { kind: 'message', quotedId: 'QUOTED1' }],
  },
  {
    kind: 'deletion',
    sends: async (customer) => {
      await customer.sendText(shopPhone, 'ops', { id: 'GONE1' })
      await customer.deleteMessage(shopPhone, 'GONE1')
    },
    inbound: [content({ text: 'ops' }), { kind: 'deletion', id: 'GONE1', fromMe: false }],
  },
  {
    kind: 'correction',
    sends: async (customer) => {
      await customer.sendText(shopPhone, 'às 14h', { id: 'EDIT1' })
      await customer.editMessage(shopPhone, 'EDIT1', 'às 15h')
    },
    inbound: [content({ text: 'às 14h' }), { kind: 'edit', id: 'EDIT1', fromMe: false, text: 'às 15h' }],
  },
  {
    kind: 'reaction, put on and taken away',
    sends: async (customer) => {
      await link.send(textTo(customer, '3EB0BBBB00000001', 'Feito!'))
      await shop.simulator.until('shown', () => customer.chat(shopPhone).length === 1)
      await customer.react(shopPhone, '3EB0BBBB00000001', '🙏')
      await customer.react(shopPhone, '3EB0BBBB00000001', '')
    },
    inbound: ['🙏', ''].map((emoji) => ({
      kind: 'reaction',
      id: '3EB0BBBB00000001',
      onOurs: true,
      fromMe: false,
      emoji,
    })),
  },
  {
    kind: 'voice call that was not answered',
    sends: (customer) => customer.call(shopPhone, { id: 'CALL1' }).hangUp(),
    inbound: [{ kind: 'call', id: 'CALL1', video: false, outcome: 'missed', at: expect.any(Date) }],
  },
  {
    kind: 'video call that rang out',
    sends: (customer) => customer.call(shopPhone, { id: 'CALL2', video: true }).timeOut(),
    inbound: [{ kind: 'call', id: 'CALL2', video: true, outcome: 'missed' }],
  },
  {
    kind: 'call taken on the handset',
    sends: (customer) => customer.call(shopPhone, { id: 'CALL3' }).answerOnHandset(),
    inbound: [{ kind: 'call', id: 'CALL3', outcome: 'answered' }],
  },
  {
    kind: 'call refused on the handset',
    sends: (customer) => customer.call(shopPhone, { id: 'CALL4' }).refuseOnHandset(),
    inbound: [{ kind: 'call', id: 'CALL4', outcome: 'declined' }],
  },
  {
    kind: 'statuses, channels and settings, ignored on purpose',
    sends: async (customer) => {
      await customer.sendMessage(shopPhone, { protocolMessage: { type: 3, ephemeralExpiration: 86_400 } })
      await customer.sendMessage(shopPhone, { pinInChatMessage: { key: { id: 'X' }, type: 1 } })
      await customer.sendText(shopPhone, 'só isto')
    },
    inbound: [content({ text: 'só isto' })],
  },
]

describe('received kinds', () => {
  test.each(incoming)('$kind', async ({ sends, inbound }) => {
    const customer = aCustomer()

    await sends(customer)

    expect(await receivedFrom(customer, inbound.length)).toMatchObject(
      inbound.map((one) => ({ chat: personAt(customer), ...one })),
    )
  })
})

const open = async () => Readable.from([file])
const outgoingMedia = (expected: object): OutgoingContent => ({
  kind: 'media',
  media: 'image',
  mimetype: 'image/png',
  fileName: null,
  caption: null,
  file: open,
  ...expected,
})
const cards = [
  { name: 'Bia', vcard: 'BEGIN:VCARD\nFN:Bia\nEND:VCARD' },
  { name: 'Caio', vcard: 'BEGIN:VCARD\nFN:Caio\nEND:VCARD' },
]

interface OutgoingKind {
  readonly kind: string
  readonly sent: OutgoingContent
  readonly shown: object
}

const outgoing: readonly OutgoingKind[] = [
  {
    kind: 'text with formatting and an address, without fetching that address',
    sent: { kind: 'text', text: '*Oferta* em https://loja.invalid/x' },
    shown: { kind: 'text', text: '*Oferta* em https://loja.invalid/x' },
  },
  {
    kind: 'picture',
    sent: outgoingMedia({ caption: 'catálogo' }),
    shown: { kind: 'picture', text: 'catálogo', mimetype: 'image/png', pictureId: expect.any(String) },
  },
  {
    kind: 'video',
    sent: outgoingMedia({ media: 'video', mimetype: 'video/mp4', caption: 'tour' }),
    shown: { kind: 'video', text: 'tour', fileId: expect.any(String) },
  },
  {
    kind: 'audio',
    sent: outgoingMedia({ media: 'audio', mimetype: 'audio/mpeg' }),
    shown: { kind: 'audio', fileId: expect.any(String) },
  },
  {
    kind: 'voice message with its length and waveform',
    sent: { kind: 'voice', seconds: 4.4, waveform: new Uint8Array(64).fill(50), file: open },
    shown: { kind: 'voice', seconds: 4, waveform: Array(64).fill(50), mimetype: 'audio/ogg; codecs=opus' },
  },
  {
    kind: 'document',
    sent: outgoingMedia({ media: 'document', mimetype: 'application/pdf', fileName: 'nota.pdf' }),
    shown: { kind: 'document', text: 'nota.pdf', fileId: expect.any(String) },
  },
  {
    kind: 'sticker',
    sent: outgoingMedia({ media: 'sticker', mimetype: 'image/webp' }),
    shown: { kind: 'sticker', pictureId: expect.any(String) },
  },
  {
    kind: 'location',
    sent: { kind: 'location', latitude: -30.03, longitude: -51.23, name: 'Loja', address: 'Rua A, 1' },
    shown: { kind: 'location', text: 'Loja', latitude: -30.03, longitude: -51.23 },
  },
  {
    kind: 'contact',
    sent: { kind: 'contact-card', cards: cards.slice(0, 1) },
    shown: { kind: 'contacts', text: 'Bia' },
  },
  {
    kind: 'several contacts',
    sent: { kind: 'contact-card', cards },
    shown: { kind: 'contacts', text: 'Bia, Caio' },
  },
]

describe('sent kinds are displayed once', () => {
  test.each(outgoing)('$kind', async ({ sent, shown }) => {
    const customer = aCustomer()
    const id = newId()

    await link.send({ id, to: personAt(customer), content: sent, quoted: null })
    await shop.simulator.until('shown', () => customer.chat(shopPhone).length === 1)

    expect(customer.chat(shopPhone)).toMatchObject([{ id, from: 'shop', ...shown }])
    expect(customer.arrivals(shopPhone)).toMatchObject([{ stanzas: 1, displays: 1, retries: 0 }])
  })
})

describe('changes of a message are displayed', () => {
  async function aMessage(): Promise<{ customer: SimulatedContact; message: MessageReference }> {
    const customer = aCustomer()
    const id = newId()
    await link.send(textTo(customer, id, 'amanhã às 14h'))
    await shop.simulator.until('shown', () => customer.chat(shopPhone).length === 1)
    return { customer, message: { chat: personAt(customer), id, fromMe: true, author: null } }
  }

  test('a correction', async () => {
    const { customer, message } = await aMessage()

    await link.edit({ id: newId(), message, text: 'amanhã às 15h' })

    await shop.simulator.until('corrected', () => customer.chat(shopPhone)[0]?.edited)
    expect(customer.chat(shopPhone)).toMatchObject([{ id: message.id, text: 'amanhã às 15h' }])
  })

  test('a deletion', async () => {
    const { customer, message } = await aMessage()

    await link.deleteForEverybody({ id: newId(), message })

    await shop.simulator.until('deleted', () => customer.chat(shopPhone)[0]?.deleted)
  })

  test('a reaction, and its removal', async () => {
    const customer = aCustomer()
    const id = messageId(await customer.sendText(shopPhone, 'chegou, obrigada!'))
    const message = { chat: personAt(customer), id, fromMe: false, author: null }
    await receivedFrom(customer, 1)
    const shown = () => customer.chat(shopPhone)[0]?.reactions?.shop

    await link.react({ id: newId(), message, emoji: '❤️' })
    await shop.simulator.until('reacted', () => shown() === '❤️')
    await link.react({ id: newId(), message, emoji: '' })

    await shop.simulator.until('taken away', () => shown() === '')
  })

  test('typing', async () => {
    const customer = aCustomer()

    await link.typing(personAt(customer), 'typing')
    await shop.simulator.until('typing', () => customer.shopIsTyping(shopPhone))
    await link.typing(personAt(customer), 'nothing')

    await shop.simulator.until('no more', () => !customer.shopIsTyping(shopPhone))
  })

  test('MESSAGE-02 a played voice message has tick 4', async () => {
    const customer = aCustomer()
    const id = newId()
    const voice: OutgoingContent = { kind: 'voice', seconds: 2, waveform: new Uint8Array(64), file: open }
    await link.send({ id, to: personAt(customer), content: voice, quoted: null })
    await shop.simulator.until('shown', () => customer.chat(shopPhone).length === 1)
    const ticks = async (ack: number) =>
      (await shop.received()).filter((one) => one.kind === 'ack' && one.ack === ack && one.ids.includes(id))
    for (const ack of [1, 2]) await vi.waitFor(async () => expect(await ticks(ack)).toHaveLength(1), 30_000)

    customer.play(shopPhone, id)

    await vi.waitFor(async () => expect(await ticks(4)).toHaveLength(1), 30_000)
    expect(await ticks(4)).toMatchObject([{ chat: { phone: customer.phone }, ids: [id] }])
  })
})
