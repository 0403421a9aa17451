import { getConnection } from '@balcao/contract/connections'
import { createContact } from '@balcao/contract/contacts'
import type { LiveMessagePayload } from '@balcao/contract/live'
import {
  deleteMessage,
  editMessage,
  listMessages,
  type MessageView,
  reactToMessage,
  sendMessage,
} from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { mediaTypes } from '@balcao/domain/messages'
import type { ChatEntry, SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentMp3, toneOgg } from '../../../outside/voice/sounds.fixture'
import * as samples from '../../../platform/files/sample-files.fixture'
import { type FormPart, postForm } from '../../../testing/post-form'
import { type SimulatedWhatsapp, startWhatsapp } from '../../../testing/simulated-whatsapp'
import {
  openOwnTestApp,
  type Person,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../../../testing/test-app'
import { until } from '../../../testing/until'
import { contactsAt, ticketsAt } from './testing/rows-of-address'

// Generous, because real handshakes, media and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/**
 * The table of message kinds, through the whole product and the real driver. For a message from a customer's phone it
 * checks the rows, the wire format, the event, and whether a ticket opens. For an act of an agent it checks what the
 * customer's phone shows.
 */
const shop = '5551999990000'

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let company: TestCompany
let admin: Person
beforeAll(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  company = await testApp.company()
  admin = company.admin
  await admin.does(updateSetting, { params: { key: 'CheckMsgIsGroup' }, body: { value: 'disabled' } })
  const connectionId = await company.connection('Loja')
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  await testApp.app.startRoles()
  const connection = () => admin.does(getConnection, { params: { connectionId } })
  await until('a QR is shown', async () => (await connection()).qrcode !== '')
  await phone.scanQr((await connection()).qrcode)
  await until('it is linked', async () => (await connection()).status === 'CONNECTED')
})
afterAll(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

let customers = 0
function aCustomer(): SimulatedContact {
  customers += 1
  return whatsapp.simulator.createContact({
    phone: `55519888${10_000 + customers}`,
    name: `Cliente ${customers}`,
  })
}

/** Waits until the conversation equals this, and returns it. */
async function conversation(address: string, expected: readonly object[]): Promise<readonly MessageView[]> {
  let messages: readonly MessageView[] = []
  const look = async () => {
    const ticketId = (await ticketsAt(testApp, address)).at(-1)?.id
    if (ticketId === undefined) return false
    messages = (await admin.does(listMessages, { params: { ticketId } })).messages
    return matches(messages, expected)
  }
  await until('the conversation', look, 60_000).catch(() => undefined) // the failed comparison says more
  expect(messages).toMatchObject(expected)
  return messages
}

function matches(actual: unknown, expected: object): boolean {
  try {
    expect(actual).toMatchObject(expected)
    return true
  } catch {
    return false
  }
}

/** The events about these tickets on the admin's page. */
async function eventsAbout(ticketIds: readonly TicketId[]): Promise<readonly LiveMessagePayload[]> {
  const inbound = (await admin.received()).filter(({ channel }) => channel.endsWith('-appMessage'))
  const events = inbound.map(({ payload }) => payload as LiveMessagePayload) // this channel's payload
  return events.filter(({ message }) => ticketIds.includes(message.ticketId))
}

async function only(address: string): Promise<TicketId> {
  await until('a ticket', async () => (await ticketsAt(testApp, address)).length > 0)
  const [ticket, ...others] = await ticketsAt(testApp, address)
  if (ticket === undefined || others.length > 0) throw new Error('not one ticket')
  return ticket.id
}

async function accepted(address: string): Promise<TicketId> {
  const ticketId = await only(address)
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  return ticketId
}

async function say(ticketId: TicketId, body: object): Promise<MessageView> {
  return (await admin.does(sendMessage, { params: { ticketId }, body })) as MessageView // one message at a time
}

const webp = () => samples.webp()
const isReady = { state: 'ready' }

interface ContentKind {
  readonly kind: string
  readonly sends: (customer: SimulatedContact) => Promise<unknown>
  readonly shown: readonly object[]
}

const contents: readonly ContentKind[] = [
  {
    kind: 'text with formatting',
    sends: (customer) => customer.sendText(shop, '*oi* _tudo_ ~bem~ ```x``` 👋🏽\n> sim'),
    shown: [{ body: '*oi* _tudo_ ~bem~ ```x``` 👋🏽\n> sim', mediaType: null }],
  },
  {
    kind: 'text with a link and what the phone saw behind it',
    sends: (customer) =>
      customer.sendText(shop, 'Este? loja.com.br/sofa', {
        preview: { link: 'loja.com.br/sofa', title: 'Sofá Serra', description: 'Três lugares' },
      }),
    shown: [
      {
        body: 'Este? loja.com.br/sofa',
        mediaType: null,
        linkPreview: { url: 'https://loja.com.br/sofa', title: 'Sofá Serra', description: 'Três lugares' },
      },
    ],
  },
  {
    kind: 'picture',
    sends: async (customer) => customer.sendMedia(shop, 'picture', await samples.jpeg(), { caption: 'esta' }),
    shown: [{ body: 'esta', mediaType: 'image', media: { ...isReady, mimetype: 'image/jpeg' } }],
  },
  {
    kind: 'video',
    sends: (customer) => customer.sendMedia(shop, 'video', samples.mp4, { caption: 'a casa', seconds: 7 }),
    shown: [{ body: 'a casa', mediaType: 'video', media: { ...isReady, seconds: 7 } }],
  },
  {
    kind: 'audio',
    sends: (customer) =>
      customer.sendMedia(shop, 'audio', silentMp3(1), { seconds: 1, mimetype: 'audio/mpeg' }),
    shown: [{ mediaType: 'audio', media: { ...isReady, isVoice: false } }],
  },
  {
    kind: 'voice note',
    sends: (customer) => customer.sendMedia(shop, 'voice', toneOgg(2), { seconds: 2 }),
    shown: [{ mediaType: 'audio', media: { ...isReady, isVoice: true, seconds: 2 } }],
  },
  {
    kind: 'document',
    sends: (customer) =>
      customer.sendMedia(shop, 'document', samples.pdf, {
        fileName: 'nota.pdf',
        caption: 'a nota',
        pages: 3,
      }),
    shown: [
      {
        body: 'a nota',
        mediaType: 'application',
        media: { ...isReady, fileName: 'nota.pdf', pages: 3 },
        linkPreview: null,
      },
    ],
  },
  {
    kind: 'sticker',
    sends: async (customer) => customer.sendMedia(shop, 'sticker', await webp()),
    shown: [{ body: '', mediaType: 'image', media: { ...isReady, mimetype: 'image/webp' } }],
  },
  {
    kind: 'location',
    sends: (customer) =>
      customer.sendLocation(shop, { latitude: -30.03, longitude: -51.23, name: 'Mercado Público' }),
    shown: [
      {
        body: '|https://maps.google.com/maps?q=-30.03%2C-51.23&z=17|Mercado Público',
        mediaType: 'locationMessage',
      },
    ],
  },
  {
    kind: 'contact',
    sends: (customer) => customer.sendContacts(shop, [{ name: 'Bia', phone: '5551977770001' }]),
    shown: [{ mediaType: 'vcard', body: expect.stringContaining('waid=5551977770001') }],
  },
  {
    kind: 'several contacts',
    sends: (customer) =>
      customer.sendContacts(shop, [
        { name: 'Bia', phone: '5551977770001' },
        { name: 'Caio', phone: '5551977770002' },
      ]),
    shown: [{ mediaType: 'vcard', body: expect.stringMatching(/5551977770001(.|\n)*5551977770002/) }],
  },
  {
    kind: 'quote',
    sends: async (customer) => {
      const quoting = await customer.sendText(shop, 'tem azul?')
      await customer.sendText(shop, 'e verde?', { quoting })
    },
    shown: [
      { body: 'tem azul?', mediaType: null },
      { body: 'e verde?', mediaType: null, quotedMsg: { body: 'tem azul?' } },
    ],
  },
  {
    kind: 'quote of a document, by its name',
    sends: async (customer) => {
      const bytes = Buffer.from('%PDF-1.7\n%%EOF')
      const quoting = await customer.sendMedia(shop, 'document', bytes, { fileName: 'nota.pdf' })
      await customer.sendText(shop, 'é esta', { quoting })
    },
    shown: [
      { mediaType: 'application', media: { ...isReady, fileName: 'nota.pdf' } },
      {
        body: 'é esta',
        quotedMsg: {
          body: '',
          mediaType: 'application',
          media: { mimetype: 'application/pdf', fileName: 'nota.pdf', isVoice: false },
        },
      },
    ],
  },
  {
    kind: 'poll, shown as text',
    sends: (customer) => customer.sendPoll(shop, 'Que dia?', ['sábado', 'domingo']),
    shown: [{ body: '📊 Que dia?\n• sábado\n• domingo', mediaType: null }],
  },
  {
    kind: 'picture to be seen once',
    sends: async (customer) => customer.sendMedia(shop, 'picture', await samples.jpeg(), { viewOnce: true }),
    shown: [{ mediaType: 'image', isViewOnce: true, media: isReady }],
  },
  {
    kind: 'picture to be seen once, which only the phone gets',
    sends: async (customer) =>
      customer.sendMedia(shop, 'picture', await samples.jpeg(), { viewOnce: true, withheld: 'view-once' }),
    shown: [{ mediaType: null, isViewOnce: true, body: expect.stringContaining('visualização única') }],
  },
]

describe("MESSAGE-03 a customer's message opens a ticket, is stored once, and is sent as", () => {
  test.each(contents)('$kind', async ({ sends, shown }) => {
    const customer = aCustomer()
    admin.shows({ statuses: ['pending'], notification: true })

    await sends(customer)

    const plain = { fromMe: false, isEdited: false, isDeleted: false, reactions: [], quotedMsg: null }
    const expected = shown.map((one) => ({ ...plain, contact: { name: customer.name }, ...one }))
    await conversation(customer.phone, expected)
    const ticketId = await only(customer.phone)
    expect(await ticketsAt(testApp, customer.phone)).toMatchObject([
      { status: 'pending', unread: shown.length },
    ])
    expect(await testApp.table('messages').find({ ticket_id: ticketId }, ['id'])).toHaveLength(shown.length)
    const created = (await eventsAbout([ticketId])).filter(({ action }) => action === 'create')
    expect(created).toHaveLength(shown.length)
  })

  test('the table covers text, which has no media type, and every media type', () => {
    const shown = contents.flatMap(({ shown }) => shown)
    const told = new Set(shown.map((one) => ('mediaType' in one ? one.mediaType : null)))

    const media = ['image', 'audio', 'video', 'application', 'locationMessage', 'vcard', 'call_log']
    expect(new Set([...told, 'call_log'])).toEqual(new Set([null, ...media])) // calls are tested below
    expect(new Set(mediaTypes)).toEqual(new Set(media))
  })

  test('BOT-10 a call to a company that takes none is refused while ringing; the text follows', async () => {
    await admin.does(updateSetting, { params: { key: 'call' }, body: { value: 'disabled' } })
    const customer = aCustomer()
    admin.shows({ statuses: ['pending'], notification: true })

    customer.call(shop)

    await conversation(customer.phone, [
      { mediaType: 'call_log', fromMe: false, body: expect.stringContaining('recusada automaticamente') },
      { body: expect.stringContaining('Não atendemos chamadas'), fromMe: true, isAutomatic: true },
    ])
    expect(await ticketsAt(testApp, customer.phone)).toMatchObject([{ status: 'pending', unread: 1 }])
    const created = (await eventsAbout([await only(customer.phone)])).filter(
      ({ action }) => action === 'create',
    )
    expect(created.map(({ message }) => message.fromMe)).toEqual([false, true])
    expect(customer.chat(shop)[0]).toMatchObject({ kind: 'call', callEnd: 'refuse' })
  })

  test('a group message has the names of the group and of its author', async () => {
    const customer = aCustomer()
    const group = whatsapp.simulator.createGroup({
      subject: 'Obra da Rua A',
      members: [customer.phone, shop],
    })
    admin.shows({ statuses: ['pending'], notification: true })

    await customer.sendToGroup(shop, group.jid, 'Quem traz o cimento?')

    const address = group.jid.split('@')[0] ?? ''
    await conversation(address, [{ body: 'Quem traz o cimento?', contact: { name: customer.name } }])
    await until('the name of the group', async () => {
      return (await contactsAt(testApp, address))[0]?.name === 'Obra da Rua A'
    })
    expect(await ticketsAt(testApp, address)).toMatchObject([{ status: 'pending', unread: 1 }])
    expect(await eventsAbout([await only(address)])).toMatchObject([{ action: 'create' }])
  })
})

interface ChangeKind {
  readonly kind: string
  /** `ours` and `theirs` are messages of the conversation. */
  readonly happens: (customer: SimulatedContact, ids: { ours: string; theirs: string }) => Promise<unknown>
  /** The resulting state of their and our message. */
  readonly shown: readonly [theirs: object, ours: object]
  readonly updates: number
}

const asBefore = [{ body: 'Que dia?' }, { body: 'Às 14h', reactions: [] }] as const
const changes: readonly ChangeKind[] = [
  {
    kind: 'deletion',
    happens: (customer, { theirs }) => customer.deleteMessage(shop, theirs),
    shown: [{ body: '', isDeleted: true }, asBefore[1]],
    updates: 1,
  },
  {
    kind: 'correction',
    happens: (customer, { theirs }) => customer.editMessage(shop, theirs, 'Que dia e hora?'),
    shown: [{ body: 'Que dia e hora?', isEdited: true }, asBefore[1]],
    updates: 1,
  },
  {
    kind: 'reaction',
    happens: (customer, { ours }) => customer.react(shop, ours, '🙏'),
    shown: [asBefore[0], { reactions: [{ emoji: '🙏', fromMe: false, user: null }] }],
    updates: 1,
  },
  {
    kind: 'reaction, taken away',
    happens: async (customer, { ours }) => {
      await customer.react(shop, ours, '🙏')
      await customer.react(shop, ours, '')
    },
    shown: asBefore,
    updates: 2,
  },
]

describe("a customer's change of a message applies to it, opens no ticket and counts nothing:", () => {
  test.each(changes)('$kind', async ({ happens, shown, updates }) => {
    const customer = aCustomer()
    const theirs = await customer.sendText(shop, 'Que dia?')
    const ticketId = await accepted(customer.phone)
    await say(ticketId, { body: 'Às 14h' })
    await until('the answer', () => customer.chat(shop).some(({ from }) => from === 'shop'))
    await conversation(customer.phone, [{ body: 'Que dia?' }, { body: 'Às 14h', ack: 2 }])
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    const before = await ticketsAt(testApp, customer.phone)
    admin.shows({ statuses: ['pending', 'open', 'closed'], notification: true, chatBoxes: [ticketId] })
    await admin.received()

    await happens(customer, { theirs, ours: shopBubble(customer).id })

    const events: LiveMessagePayload[] = []
    await until('the events', async () => {
      events.push(...(await eventsAbout([ticketId])))
      return events.length >= updates
    })
    await conversation(customer.phone, shown)
    expect(events.map(({ action }) => action)).toEqual(Array(updates).fill('update'))
    expect(await ticketsAt(testApp, customer.phone)).toEqual(before)
  })
})

/** The shop's newest message on the customer's phone, in the chat or in a group. */
function shopBubble(customer: SimulatedContact, group?: string): ChatEntry {
  const bubble = customer.chat(shop, group).findLast(({ from }) => from === 'shop')
  if (bubble === undefined) throw new Error('the shop has said nothing')
  return bubble
}

/** Waits until the customer's phone shows this message of the shop exactly once. */
async function shows(customer: SimulatedContact, expected: object, group?: string): Promise<void> {
  const bubbles = () => customer.chat(shop, group).filter(({ from }) => from === 'shop')
  await until('the bubble', () => matches(bubbles(), [expected]), 60_000).catch(() => undefined)
  expect(bubbles()).toMatchObject([expected])
}

interface SentKind {
  readonly kind: string
  readonly sends: (ticketId: TicketId) => Promise<unknown>
  readonly shown: object
}

const upload =
  (...parts: readonly FormPart[]) =>
  (ticketId: TicketId) =>
    postForm(testApp, admin, `/messages/${ticketId}`, parts)

const sents: readonly SentKind[] = [
  {
    kind: 'text with formatting',
    sends: (ticketId) => say(ticketId, { body: '*Sim*, ~não~ hoje' }),
    shown: { kind: 'text', text: '*Sim*, ~não~ hoje' },
  },
  {
    kind: 'quote',
    sends: async (ticketId) => {
      const { messages } = await admin.does(listMessages, { params: { ticketId } })
      await say(ticketId, { body: 'Esta', quotedMsg: { id: messages[0]?.id } })
    },
    shown: { kind: 'text', text: 'Esta', quotedId: expect.any(String) },
  },
  {
    kind: 'picture',
    sends: async (ticketId) =>
      upload(['body', 'catálogo'], ['medias', await samples.png(), 'sofa.png'])(ticketId),
    shown: { kind: 'picture', text: 'catálogo', mimetype: 'image/png', pictureId: expect.any(String) },
  },
  {
    kind: 'video',
    sends: upload(['body', 'a casa'], ['medias', samples.mp4, 'casa.mp4']),
    shown: { kind: 'video', text: 'a casa', fileId: expect.any(String) },
  },
  {
    kind: 'audio',
    sends: upload(['medias', silentMp3(1), 'jingle.mp3']),
    shown: { kind: 'audio', fileId: expect.any(String) },
  },
  {
    kind: 'voice note',
    sends: upload(['voice', 'true'], ['medias', toneOgg(2), 'gravacao.ogg']),
    shown: { kind: 'voice', seconds: 2, mimetype: expect.stringMatching(/^audio\/ogg/) },
  },
  {
    kind: 'document',
    sends: upload(['medias', samples.pdf, 'nota.pdf']),
    shown: { kind: 'document', text: 'nota.pdf', fileId: expect.any(String) },
  },
  {
    kind: 'location',
    sends: (ticketId) =>
      say(ticketId, { location: { latitude: -30.03, longitude: -51.23, name: 'Loja', address: 'Rua A, 1' } }),
    shown: { kind: 'location', text: 'Loja', latitude: -30.03, longitude: -51.23 },
  },
  {
    kind: 'contact',
    sends: async (ticketId) => say(ticketId, { contactIds: [await contactCalled('Bia, da Loja; 2')] }),
    shown: { kind: 'contacts', text: 'Bia, da Loja; 2' },
  },
  {
    kind: 'several contacts',
    sends: async (ticketId) =>
      say(ticketId, { contactIds: [await contactCalled('Caio'), await contactCalled('Duda')] }),
    shown: { kind: 'contacts', text: 'Caio, Duda' },
  },
]

let shared = 0
async function contactCalled(name: string): Promise<ContactId> {
  shared += 1
  const number = `55519777${10_000 + shared}`
  whatsapp.simulator.createContact({ phone: number, name })
  return (await admin.does(createContact, { body: { name, number } })).id
}

describe("an agent's message is shown once on the customer's phone, as", () => {
  test.each(sents)('$kind', async ({ sends, shown }) => {
    const customer = aCustomer()
    await customer.sendText(shop, 'Pode mostrar?')
    const ticketId = await accepted(customer.phone)

    await sends(ticketId)

    await shows(customer, shown)
    const { id } = shopBubble(customer)
    expect(customer.arrivals(shop).find((one) => one.id === id)).toMatchObject({ stanzas: 1, displays: 1 })
  })

  test('a text, a file and a correction in a group', async () => {
    const customer = aCustomer()
    const group = whatsapp.simulator.createGroup({ subject: 'Reforma', members: [customer.phone, shop] })
    await customer.sendToGroup(shop, group.jid, 'Quando começa?')
    const ticketId = await accepted(group.jid.split('@')[0] ?? '')

    const { id: messageId } = await say(ticketId, { body: 'Segunda' })
    await shows(customer, { text: 'Segunda' }, group.jid)
    await admin.does(editMessage, { params: { messageId }, body: { body: 'Terça' } })
    await shows(customer, { text: 'Terça', edited: true }, group.jid)
    await upload(['body', 'a planta'], ['medias', await samples.png(), 'planta.png'])(ticketId)

    const bubble = () => customer.chat(shop, group.jid).at(-1)
    await until('the plan', () => bubble()?.kind === 'picture')
    expect(bubble()).toMatchObject({ from: 'shop', text: 'a planta' })
  })
})

describe("an agent's change of a message is shown on the customer's phone:", () => {
  async function aTalk() {
    const customer = aCustomer()
    await customer.sendText(shop, 'Que dia?')
    const ticketId = await accepted(customer.phone)
    const ours = await say(ticketId, { body: 'Às 14h' })
    await shows(customer, { text: 'Às 14h' })
    const [theirs] = (await admin.does(listMessages, { params: { ticketId } })).messages
    if (theirs === undefined) throw new Error('the question is not there')
    return { customer, ticketId, ours, theirs }
  }

  test('a correction', async () => {
    const { customer, ours } = await aTalk()

    await admin.does(editMessage, { params: { messageId: ours.id }, body: { body: 'Às 15h' } })

    await shows(customer, { text: 'Às 15h', edited: true })
    await conversation(customer.phone, [{}, { body: 'Às 15h', isEdited: true, refusedChange: null }])
  })

  test('a deletion', async () => {
    const { customer, ours } = await aTalk()

    await admin.does(deleteMessage, { params: { messageId: ours.id } })

    await shows(customer, { deleted: true })
  })

  test('a reaction, its replacement, and its removal', async () => {
    const { customer, theirs } = await aTalk()
    const messageId = theirs.id
    const shown = () => customer.chat(shop)[0]?.reactions?.shop

    for (const emoji of ['👍🏽', '❤️', '']) {
      await admin.does(reactToMessage, { params: { messageId }, body: { emoji } })
      await until(`the reaction "${emoji}"`, () => shown() === emoji)
    }
    await until('all taken', async () => {
      const orders = await testApp
        .table('outbox')
        .find<{ state: string }>({ message_id: messageId, kind: 'reaction' }, ['state'])
      return orders.length === 3 && orders.every(({ state }) => state === 'sent')
    })
  })
})
