import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import type { OutgoingContent } from './gateway'
import { aShop, messageId, personAt, type Shop, textTo } from './testing/shop'

let shop: Shop
afterEach(() => shop.closeTidily())

const picture = Buffer.from('89504e470d0a1a0a'.padEnd(4000, '00ff'), 'hex')

async function fixture() {
  shop = await aShop()
  const process = await shop.startLinked()
  const ana = shop.simulator.createContact({ phone: '5551988880001', name: 'Ana' })
  return { ...process, ana, shopPhone: shop.phone.phone }
}

test('an incoming text is in the inbound queue before its receipt is sent', async () => {
  const { keys, ana, shopPhone } = await fixture()
  const commit = keys.holdNext((_, entries) => entries.length > 0)

  const id = await ana.sendText(shopPhone, 'Bom dia, estão abertos?')
  await commit.held
  const tickWhileHeld = ana.chat(shopPhone)[0]?.tick
  commit.release()
  await shop.simulator.until('delivered', () => ana.chat(shopPhone)[0]?.tick === 'delivered')

  expect(tickWhileHeld).toBe('sent')
  expect(await shop.inboundMessages()).toEqual([
    {
      kind: 'message',
      id,
      chat: personAt(ana),
      fromMe: false,
      author: null,
      pushName: 'Ana',
      sentAt: expect.any(Date),
      content: { kind: 'text', text: 'Bom dia, estão abertos?' },
      quotedId: null,
    },
  ])
})

test('a person who writes from the hidden id has both phone and LID', async () => {
  const { ana, shopPhone } = await fixture()

  await ana.sendText(shopPhone, 'por telefone')
  await ana.sendText(shopPhone, 'por LID', { addressing: 'lid' })
  await shop.store.until('both', () => shop.store.entries.length === 2)

  expect(await shop.inboundMessages()).toMatchObject([{ chat: personAt(ana) }, { chat: personAt(ana) }])
  expect(new Set(shop.store.entries.map(({ chat }) => chat)).size).toBe(1)
})

test('an incoming picture is fetched by its reference', async () => {
  const { ana, shopPhone } = await fixture()

  await ana.sendPicture(shopPhone, picture, { caption: 'olha isso', mimetype: 'image/png' })
  await shop.store.until('the picture', () => shop.store.entries.length === 1)
  const [message] = await shop.inboundMessages()

  expect(message?.content).toMatchObject({
    kind: 'media',
    media: 'image',
    caption: 'olha isso',
    mimetype: 'image/png',
  })
  if (message?.content.kind !== 'media') throw new Error('not a picture')
  const bytes = await shop.fetchMedia(message.content.reference)
  expect(Buffer.from(bytes).equals(picture)).toBe(true)
})

test('an incoming answer names the quoted message', async () => {
  const { ana, shopPhone, link } = await fixture()
  await link.send(textTo(ana, '3EB0AAAA00000001', 'Qual cor?'))
  await shop.simulator.until('shown', () => ana.chat(shopPhone).length === 1)

  await ana.sendText(shopPhone, 'Azul', { quoting: '3EB0AAAA00000001' })
  await shop.simulator.until('delivered', () => ana.chat(shopPhone)[1]?.tick === 'delivered')

  expect(await shop.inboundMessages()).toMatchObject([
    { content: { text: 'Azul' }, quotedId: '3EB0AAAA00000001' },
  ])
})

test("a contact's deletion is received as a deletion", async () => {
  const { ana, shopPhone } = await fixture()
  const id = await ana.sendText(shopPhone, 'ops')

  await ana.deleteMessage(shopPhone, id)
  await shop.store.until('the deletion', () => shop.store.entries.length === 2)

  expect((await shop.received())[1]).toEqual({
    kind: 'deletion',
    chat: personAt(ana),
    id,
    fromMe: false,
    author: null,
  })
})

test("the owner's messages from the handset are received as ours", async () => {
  const { ana } = await fixture()

  const id = await shop.phone.sendText(ana.phone, 'escrito no celular')
  await shop.store.until('the message', () => shop.store.entries.length === 1)

  const chat = { kind: 'person', phone: ana.phone }
  expect(await shop.inboundMessages()).toMatchObject([{ id, chat, fromMe: true, pushName: null }])
})

test('a group message names the group and its author', async () => {
  const { ana, shopPhone } = await fixture()
  const group = '120363000000000001'

  await ana.sendToGroup(shopPhone, `${group}@g.us`, 'oi, pessoal')
  await shop.untilMessages(1)

  expect(await shop.inboundMessages()).toMatchObject([
    { chat: { kind: 'group', group }, author: personAt(ana), content: { text: 'oi, pessoal' } },
  ])
})

test("a list message under its sender's key is received, with the key and later without it", async () => {
  const { ana, shopPhone } = await fixture()
  const list = '1763640000@broadcast'

  await ana.sendToList(shopPhone, list, 'promoção')
  await ana.sendToList(shopPhone, list, 'último dia', { withKey: false })
  await shop.untilMessages(2)

  const chat = personAt(ana)
  expect(await shop.inboundMessages()).toMatchObject([
    { chat, author: null, content: { text: 'promoção' } },
    { chat, author: null, content: { text: 'último dia' } },
  ])
})

test('MESSAGE-02 an outgoing text is displayed once and comes back as ticks 1, 2 and 3', async () => {
  const { ana, link, shopPhone } = await fixture()

  await link.send(textTo(ana, '3EB0AAAA00000001', 'Sim, até as 20h'))
  await shop.store.until('delivered', () => shop.store.entries.length >= 2)
  await shop.simulator.until('read', () => ana.read(shopPhone).length === 1)
  await shop.store.until('three ticks', () => shop.store.entries.length >= 3)

  expect(ana.chat(shopPhone)).toMatchObject([
    { id: '3EB0AAAA00000001', text: 'Sim, até as 20h', from: 'shop' },
  ])
  expect(ana.arrivals(shopPhone)).toMatchObject([{ stanzas: 1, displays: 1 }])
  expect(await shop.received()).toMatchObject(
    [1, 2, 3].map((ack) => ({ kind: 'ack', ack, refusedWith: null })),
  )
})

test('an outgoing picture is displayed with its caption', async () => {
  const { ana, link, shopPhone } = await fixture()
  const content: OutgoingContent = {
    kind: 'media',
    media: 'image',
    mimetype: 'image/png',
    fileName: null,
    caption: 'catálogo',
    file: async () => Readable.from([picture]),
  }

  await link.send({ id: messageId('3EB0AAAA00000002'), to: personAt(ana), content, quoted: null })
  await shop.simulator.until('shown', () => ana.chat(shopPhone).length === 1)

  expect(ana.chat(shopPhone)).toMatchObject([{ kind: 'picture', text: 'catálogo' }])
})

test('a quoted message is shown to the customer', async () => {
  const { ana, link, shopPhone } = await fixture()
  const id = messageId(await ana.sendText(shopPhone, 'Tem azul?'))
  const quoted = { chat: personAt(ana), id, fromMe: false, author: null, text: 'Tem azul?' }

  await link.send({ ...textTo(ana, '3EB0AAAA00000003', 'Tem!'), quoted })
  await shop.simulator.until('shown', () => ana.chat(shopPhone).length === 2)

  expect(ana.chat(shopPhone)[1]).toMatchObject({ text: 'Tem!', quotedId: id })
})

test('a message deleted for everybody is deleted for the customer', async () => {
  const { ana, link, shopPhone } = await fixture()
  await link.send(textTo(ana, '3EB0AAAA00000004', 'valor errado'))

  const id = messageId('3EB0AAAA00000004')
  const message = { chat: personAt(ana), id, fromMe: true, author: null }
  await link.deleteForEverybody({ id: messageId('3EB0AAAA00000014'), message })
  await shop.simulator.until('deleted', () => ana.chat(shopPhone)[0]?.deleted)

  expect(ana.chat(shopPhone)[0]).toMatchObject({ deleted: true })
})

test('marking a message as read reaches the customer', async () => {
  const { ana, link, shopPhone } = await fixture()
  const id = messageId(await ana.sendText(shopPhone, 'alguém aí?'))
  await shop.store.until('received', () => shop.store.entries.length === 1)

  await link.markRead([{ chat: personAt(ana), id, fromMe: false, author: null }])

  await shop.simulator.until('read', () => ana.chat(shopPhone)[0]?.tick === 'read')
})

test('a number is looked up before a first contact', async () => {
  const { ana, link } = await fixture()

  expect(await link.lookUp(ana.phone)).toEqual(personAt(ana))
  expect(await link.lookUp('5500000000000')).toBeNull()
})

test('a profile picture is an address, or null', async () => {
  const { ana, link } = await fixture()
  const bia = shop.simulator.createContact({ phone: '5551988880002', name: 'Bia', picture })

  expect(await link.profilePicture(personAt(bia))).toMatch(/^https?:/)
  expect(await link.profilePicture(personAt(ana))).toBeNull()
})

test('a refused message is received with its code; the restriction lasts until one is accepted', async () => {
  const { ana, link, reported, reports } = await fixture()
  shop.phone.refuseNext(463)

  await link.send(textTo(ana, '3EB0AAAA00000005', 'oi'))
  await reported('the restriction', ({ cause }) => cause === 'restricted')
  const refusals = await shop.received()
  await link.send(textTo(ana, '3EB0AAAA00000006', 'e agora?'))
  await reported('the end of it', ({ cause }) => cause === null, reports.length)

  expect(refusals).toMatchObject([{ kind: 'ack', ack: 1, ids: ['3EB0AAAA00000005'], refusedWith: 463 }])
})

test('a customer whose phone could not read a message gets it again, even from another process', async () => {
  const { ana, link, kill, shopPhone } = await fixture()
  await link.send(textTo(ana, '3EB0AAAA00000007', 'de novo'))
  await shop.simulator.until('shown', () => ana.chat(shopPhone).length === 1)
  kill()
  const next = shop.start()
  await next.reported('CONNECTED', ({ status }) => status === 'CONNECTED')

  ana.askAgain(shopPhone, '3EB0AAAA00000007')
  await shop.simulator.until('a second stanza', () => (ana.arrivals(shopPhone)[0]?.stanzas ?? 0) > 1)

  expect(ana.chat(shopPhone)).toHaveLength(1)
})

test('an unreadable message has a placeholder, is requested again and replaces it', async () => {
  const { ana, shopPhone } = await fixture()
  shop.phone.inflict({ kind: 'spoilNext' })

  const id = await ana.sendText(shopPhone, 'com defeito')
  await shop.untilMessages(2)

  expect(await shop.inboundMessages()).toMatchObject([
    { id, chat: personAt(ana), pushName: 'Ana', content: { kind: 'unsupported', what: 'undecryptable' } },
    { id, chat: personAt(ana), content: { text: 'com defeito' } },
  ])
})

test('no log line holds a number, a body or a JID', async () => {
  const { ana, link, shopPhone } = await fixture()

  await ana.sendText(shopPhone, 'segredo')
  await link.send(textTo(ana, '3EB0AAAA00000008', 'segredo'))
  await shop.store.until('all', () => shop.store.entries.length >= 3)

  expect(shop.lines.join('\n')).not.toMatch(/segredo|@|\d{8}/)
})
