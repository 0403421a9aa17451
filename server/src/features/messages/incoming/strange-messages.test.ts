import { randomBytes } from 'node:crypto'
import { getConnection } from '@balcao/contract/connections'
import { listMessages, type MessageView, sendMessage } from '@balcao/contract/messages'
import { updateSetting } from '@balcao/contract/people'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import { encryptForGroup } from '@balcao/whatsapp-simulator/signal/sender-keys'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as samples from '../../../platform/files/sample-files.fixture'
import { like, moreThan, not } from '../../../platform/testing/table-rows'
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

/** Unexpected messages of phones, also hostile ones, through the real driver into the rows. */
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

/** Neither a valid time nor a valid size. */
const farAway = 2 ** 62

let customers = 0
function aCustomer(): SimulatedContact {
  customers += 1
  return whatsapp.simulator.createContact({
    phone: `55519888${20_000 + customers}`,
    name: `Cliente ${customers}`,
  })
}

/** All messages of the one conversation with this customer. */
async function conversation(address: string): Promise<readonly MessageView[]> {
  const [ticket, ...others] = await ticketsAt(testApp, address)
  if (ticket === undefined) return []
  expect(others).toEqual([])
  return (await admin.does(listMessages, { params: { ticketId: ticket.id } })).messages
}

/** Sends this message last and returns the conversation after it is stored: everything sent before is stored too. */
async function afterwards({
  phone,
  sendText,
}: Pick<SimulatedContact, 'phone' | 'sendText'>): Promise<readonly MessageView[]> {
  await sendText(shop, 'fim')
  await until('the end', async () => (await conversation(phone)).at(-1)?.body === 'fim', 60_000)
  return (await conversation(phone)).slice(0, -1)
}

async function answers(customer: SimulatedContact, body: string): Promise<void> {
  const [ticket] = await ticketsAt(testApp, customer.phone)
  if (ticket === undefined) throw new Error('no ticket')
  const params = { ticketId: ticket.id }
  await admin.does(updateTicket, { params, body: { status: 'open' } })
  await admin.does(sendMessage, { params, body: { body } })
}

test('the same id from two customers makes two messages', async () => {
  const [one, other] = [aCustomer(), aCustomer()]

  for (const customer of [one, other])
    await customer.sendText(shop, `sou ${customer.name}`, { id: 'SAMEID01' })

  expect(await afterwards(one)).toMatchObject([{ body: `sou ${one.name}` }])
  expect(await afterwards(other)).toMatchObject([{ body: `sou ${other.name}` }])
})

test('a deleted message stays deleted when repeated or corrected', async () => {
  const customer = aCustomer()
  const id = await customer.sendText(shop, 'minha senha é 123', { id: 'GONEID01' })

  await customer.deleteMessage(shop, id)
  await customer.sendText(shop, 'minha senha é 123', { id })
  await customer.editMessage(shop, id, 'minha senha é 456')
  await customer.react(shop, id, '👍')

  const [message, ...more] = await afterwards(customer)
  expect(message).toMatchObject({ isDeleted: true, body: '', reactions: [] })
  expect(more).toEqual([])
  expect(await testApp.table('messages').find({ body: like('%456%') }, ['body'])).toEqual([])
})

test('reactions, corrections, deletions and receipts of unknown messages open no ticket', async () => {
  const stranger = aCustomer()

  const key = { id: 'NOSUCHID', remoteJid: stranger.jid, fromMe: true }
  await stranger.sendMessage(shop, { reactionMessage: { key, text: '👍' } })
  await stranger.sendMessage(shop, {
    protocolMessage: { type: 14, key, editedMessage: { conversation: 'outra coisa' } },
  })
  await stranger.sendMessage(shop, { protocolMessage: { type: 0, key } })
  stranger.sayDelivered(shop, 'NOSUCHID')
  await stranger.sendMessage(shop, { conversation: '' })
  await stranger.sendMessage(shop, { extendedTextMessage: { text: '' } })
  await until(
    'all is taken in',
    async () => (await testApp.table('inbound_events').count({ done_at: null })) === 0,
  )

  expect(await ticketsAt(testApp, stranger.phone)).toEqual([])
  expect(await afterwards(stranger)).toEqual([])
  expect(await testApp.table('inbound_events').find({ dead_because: not(null) }, ['key'])).toEqual([])
})

test('an invalid id, group, time or size neither ends the connection nor blocks others', async () => {
  const other = aCustomer()
  const hostile = whatsapp.simulator.createContact({
    phone: '5551988829999',
    name: randomBytes(6_000).toString('base64'),
  })
  const { connections } = whatsapp.simulator.stats
  const strange = ['\u0000', randomBytes(6_000).toString('base64'), '\ud83d', '__proto__', 'constructor']

  for (const [nth, id] of strange.entries()) {
    const groupId = `${id}@g.us`
    const { distribution } = await encryptForGroup({}, hostile.phone, groupId, {})
    const key = { id, remoteJid: hostile.jid, fromMe: true }
    await hostile.sendText(shop, `mensagem ${nth}`, { id })
    await hostile.sendText(shop, 'respondo', { quoting: id })
    await hostile.sendMessage(shop, { reactionMessage: { key, text: '👍', senderTimestampMs: farAway } })
    await hostile.sendMessage(shop, {
      protocolMessage: {
        type: 14,
        key: { ...key, id: `${id}?` },
        editedMessage: { conversation: 'outra coisa' },
        timestampMs: farAway,
      },
    })
    await hostile.sendMessage(shop, { protocolMessage: { type: 0, key: { ...key, id: `${id}!` } } })
    await hostile.sendMessage(shop, {
      conversation: `com chave ${nth}`,
      senderKeyDistributionMessage: { groupId, axolotlSenderKeyDistributionMessage: distribution },
    })
    hostile.sayDelivered(shop, `${id}.`)
    hostile.call(shop, { id }).hangUp()
  }
  await hostile.sendMessage(shop, { reactionMessage: { text: '👍' } })
  await hostile.sendMessage(shop, { pollUpdateMessage: {} })
  await hostile.sendMessage(shop, { protocolMessage: { type: 5, historySyncNotification: {} } })
  await hostile.sendMessage(shop, {
    imageMessage: {
      url: 'https://mmg.whatsapp.net/v/x',
      directPath: '/v/x',
      mediaKey: Buffer.alloc(32, 1),
      mimetype: 'image/jpeg',
      caption: 'enorme',
      width: 2 ** 32 - 1,
      height: 2 ** 32 - 1,
      fileLength: farAway,
    },
  })

  const theirs = (await afterwards(hostile)).filter(({ mediaType }) => mediaType !== 'call_log')
  expect(theirs.map(({ body }) => body)).toEqual([
    ...strange.flatMap((_, nth) => [`mensagem ${nth}`, 'respondo', `com chave ${nth}`]),
    'enorme',
  ])
  expect(await afterwards(other)).toEqual([])
  expect(
    await testApp.table('inbound_events').find({ attempts: moreThan(0) }, ['key', 'dead_because']),
  ).toEqual([])
  expect(whatsapp.simulator.stats.connections).toBe(connections)
})

test('a reply to an unknown message has no quote; one to a view-once message quotes its note', async () => {
  const customer = aCustomer()
  const contextInfo = {
    stanzaId: 'NOSUCHID',
    participant: customer.jid,
    quotedMessage: { conversation: 'x' },
  }
  await customer.sendMessage(shop, { extendedTextMessage: { text: 'e aquilo?', contextInfo } })
  const once = { viewOnce: true, withheld: 'view-once' } as const
  const quoting = await customer.sendMedia(shop, 'picture', await samples.jpeg(), once)
  await customer.sendText(shop, 'viu a foto?', { quoting })

  expect(await afterwards(customer)).toMatchObject([
    { body: 'e aquilo?', quotedMsg: null },
    { isViewOnce: true },
    { body: 'viu a foto?', quotedMsg: { body: expect.stringContaining('visualização única') } },
  ])
})

test("a message over WhatsApp's limit is cut to 65,536 characters, with a note", async () => {
  const customer = aCustomer()
  const endless = 'é'.repeat(70_000)
  const media = { url: 'https://mmg.whatsapp.net/v/x', directPath: '/v/x', mediaKey: Buffer.alloc(32, 1) }
  const card = (nth: number) => ({
    displayName: `Pessoa ${nth}`,
    vcard: `BEGIN:VCARD\nFN:Pessoa ${nth}\nNOTE:${'x'.repeat(30_000)}\nEND:VCARD`,
  })

  const id = await customer.sendText(shop, 'curta')
  await customer.sendText(shop, endless)
  await customer.sendMessage(shop, {
    documentMessage: { ...media, mimetype: 'application/pdf', caption: endless, fileName: `${endless}.pdf` },
  })
  await customer.sendMessage(shop, {
    pollCreationMessage: { name: endless, options: [{ optionName: endless }, { optionName: 'b' }] },
  })
  await customer.sendMessage(shop, { listResponseMessage: { title: endless } })
  await customer.sendMessage(shop, {
    contactsArrayMessage: { displayName: endless, contacts: [card(1), card(2), card(3)] },
  })
  await customer.sendMessage(shop, {
    locationMessage: {
      degreesLatitude: -30,
      degreesLongitude: -51,
      name: endless,
      jpegThumbnail: Buffer.alloc(70_000, 1),
    },
  })
  await customer.sendMessage(shop, {
    imageMessage: { ...media, directPath: `/${endless}`, mimetype: 'image/jpeg' },
  })
  await customer.editMessage(shop, id, endless)

  const messages = await afterwards(customer)
  const [edited, text, document, poll, list, cards, place, picture] = messages
  for (const message of [edited, text, document, poll, list]) {
    expect(message?.body).toHaveLength(65_536)
    expect(message?.body.endsWith('é\n\n✂️ [Mensagem longa demais: cortada aqui.]')).toBe(true)
  }
  expect(document?.media?.fileName).toHaveLength(150)
  expect(cards?.body.match(/FN:.*/g)).toEqual(['FN:Pessoa 1', 'FN:Pessoa 2'])
  expect(cards?.body.endsWith('END:VCARD\n✂️ [Mensagem longa demais: cortada aqui.]')).toBe(true)
  expect(place?.body).toBe(`|https://maps.google.com/maps?q=-30%2C-51&z=17|${'é'.repeat(4_096)}`)
  expect(picture).toMatchObject({
    mediaType: null,
    body: expect.stringContaining('ainda não é mostrado aqui'),
  })
  expect(messages).toHaveLength(8)
})

test('ten thousand characters, a poll of twelve choices, and fifty cards are stored whole', async () => {
  const customer = aCustomer()
  const long = Array.from({ length: 1_000 }, (_, n) => `linha ${String(n).padStart(3, '0')}`)
    .join('\n')
    .slice(0, 10_000)
  const choices = Array.from({ length: 12 }, (_, n) => `dia ${n + 1}`)
  const cards = Array.from({ length: 50 }, (_, n) => ({
    name: `Pessoa ${n}`,
    phone: `55519777${10_000 + n}`,
  }))

  await customer.sendText(shop, long)
  await customer.sendPoll(shop, 'Que dia?', choices)
  await customer.sendContacts(shop, cards)

  const [text, poll, shared] = await afterwards(customer)
  expect(text?.body).toBe(long)
  expect(poll?.body.split('\n')).toHaveLength(13)
  expect(shared?.body.match(/waid=/g)).toHaveLength(50)
})

test('a LID and then a number of one person become one contact, and answers arrive in order', async () => {
  const customer = aCustomer()
  await customer.sendText(shop, 'sou eu', { addressing: 'lid' })
  await until(
    'a ticket',
    async () => (await ticketsAt(testApp, customer.lid.split('@')[0] ?? '')).length === 1,
  )

  await customer.sendText(shop, 'de novo', { addressing: 'pn' })
  await until('both are one', async () => (await conversation(customer.phone)).length === 2)
  await answers(customer, 'primeira')
  await customer.sendText(shop, 'e de novo', { addressing: 'lid' })
  await answers(customer, 'segunda')

  await until('both answers', () => customer.chat(shop).filter(({ from }) => from === 'shop').length === 2)
  const fromShop = customer.chat(shop).filter(({ from }) => from === 'shop')
  expect(fromShop.map(({ text }) => text)).toEqual(['primeira', 'segunda'])
  const theirs = (await afterwards(customer)).filter(({ fromMe }) => !fromMe)
  expect(theirs.map(({ body }) => body)).toEqual(['sou eu', 'de novo', 'e de novo'])
})

test('a group renamed during sending keeps one conversation, the last name and all messages', async () => {
  const customer = aCustomer()
  const group = whatsapp.simulator.createGroup({ subject: 'Obra 0', members: [customer.phone, shop] })
  const address = group.jid.split('@')[0] ?? ''
  await customer.sendToGroup(shop, group.jid, 'oi')
  await until('a ticket', async () => (await ticketsAt(testApp, address)).length === 1)
  const ticketId = (await ticketsAt(testApp, address))[0]?.id as TicketId
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

  for (let turn = 1; turn <= 5; turn++) {
    const answer = admin.does(sendMessage, { params: { ticketId }, body: { body: `resposta ${turn}` } })
    group.rename(customer.phone, `Obra ${turn}`)
    await Promise.all([answer, customer.sendToGroup(shop, group.jid, `mensagem ${turn}`)])
  }

  const shown = () => customer.chat(shop, group.jid).filter(({ from }) => from === 'shop')
  await until('all answers', () => shown().length === 5)
  expect(shown().map(({ text }) => text)).toEqual([1, 2, 3, 4, 5].map((turn) => `resposta ${turn}`))
  await until(
    'all messages',
    async () => (await conversation(address)).filter(({ fromMe }) => !fromMe).length === 6,
  )
  await until('the last name', async () => {
    return (await contactsAt(testApp, address))[0]?.name === 'Obra 5'
  })
})
