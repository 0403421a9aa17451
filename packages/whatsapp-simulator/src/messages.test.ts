import { randomBytes } from 'node:crypto'
import { downloadMediaMessage } from 'baileys'
import pino from 'pino'
import { Agent } from 'undici'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLinkedTestApp, MARINA, SHOP } from './testing/fixture'

let testApp: Awaited<ReturnType<typeof aLinkedTestApp>>

beforeEach(async () => {
  testApp = await aLinkedTestApp()
})

afterEach(() => testApp.end())

const READ = 4

it('a contact writes; the product receives it, and the contact sees it delivered and read', async () => {
  const { marina, product, simulator } = testApp
  const arriving = product.message('IN1')

  await marina.sendText(SHOP, 'Oi! Vi o sofá Serra na vitrine', { id: 'IN1' })

  const { key, message, pushName } = await arriving
  expect(message?.conversation).toBe('Oi! Vi o sofá Serra na vitrine')
  expect({ jid: key.remoteJid, alt: key.remoteJidAlt, pushName }).toEqual({
    jid: marina.jid,
    alt: marina.lid,
    pushName: 'Marina Duarte',
  })
  await simulator.until('delivered', () => marina.chat(SHOP)[0]?.tick === 'delivered')
  await product.socket.readMessages([key])
  await simulator.until('read', () => marina.chat(SHOP)[0]?.tick === 'read')
})

it('a contact writes from the hidden id', async () => {
  const { marina, product } = testApp
  const arriving = product.message('LID1')

  await marina.sendText(SHOP, 'oi', { id: 'LID1', addressing: 'lid' })

  expect((await arriving).key).toMatchObject({ remoteJid: marina.lid, remoteJidAlt: marina.jid })
})

it("the product's message is shown once, its read receipt returns, and the handset has a copy", async () => {
  const { marina, product, simulator, shop } = testApp
  const sent = await product.socket.sendMessage(marina.jid, { text: 'Quanto mede a parede?' })
  const id = sent?.key.id ?? ''

  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)

  expect(marina.chat(SHOP)).toMatchObject([{ id, from: 'shop', kind: 'text', text: 'Quanto mede a parede?' }])
  expect(marina.read(SHOP)).toEqual([id])
  await product.reaches(id, READ)
  expect(marina.arrivals(SHOP)).toEqual([{ id, stanzas: 1, displays: 1, refusedCounters: 0, retries: 0 }])
  await simulator.until('own copy', () => shop.ownCopies.includes(id))
})

it('two hundred first messages at once arrive in order', async () => {
  const { marina, product } = testApp
  const texts = Array.from({ length: 200 }, (_, at) => `mensagem ${at}`)
  const last = product.message('M199')

  await Promise.all(texts.map((text, at) => marina.sendText(SHOP, text, { id: `M${at}` })))

  await last
  const arriving = product.upserts.map(({ message }) => message.message?.conversation).filter(Boolean)
  expect(arriving).toEqual(texts)
})

it("a contact's picture is downloaded and decrypted by the product", async () => {
  const { marina, product, simulator } = testApp
  const bytes = randomBytes(5000)
  const arriving = product.message('IMG1')

  await marina.sendPicture(SHOP, bytes, { id: 'IMG1', caption: 'mira', mimetype: 'image/png' })

  const message = await arriving
  const dispatcher = new Agent({ connect: { ca: simulator.mediaCertificate } })
  const options = { options: { dispatcher } as object }
  const opened = await downloadMediaMessage(message, 'buffer', options, {
    logger: pino({ level: 'silent' }),
    reuploadRequest: product.socket.updateMediaMessage,
  })
  expect(opened.equals(bytes)).toBe(true)
  expect(message.message?.imageMessage?.caption).toBe('mira')
  expect(marina.chat(SHOP)).toMatchObject([{ kind: 'picture', text: 'mira', mimetype: 'image/png' }])
  await dispatcher.close()
})

it('a picture of the product is decrypted and shown by the contact', async () => {
  const { marina, product, simulator } = testApp
  const image = randomBytes(3000)

  await product.socket.sendMessage(marina.jid, {
    image,
    mimetype: 'image/png',
    caption: 'catálogo',
    jpegThumbnail: '',
  })

  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)
  const [bubble] = marina.chat(SHOP)
  expect(bubble).toMatchObject({ kind: 'picture', text: 'catálogo', mimetype: 'image/png' })
  const shown = await fetch(new URL(`pictures/${bubble?.pictureId}`, simulator.pageUrl))
  expect(Buffer.from(await shown.arrayBuffer()).equals(image)).toBe(true)
})

it('a contact answers a message and deletes one', async () => {
  const { marina, product, simulator } = testApp
  const sent = await product.socket.sendMessage(marina.jid, { text: 'Quanto mede?' })
  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)
  const arriving = product.message('RE1')

  await marina.sendText(SHOP, '2,40 m', { id: 'RE1', quoting: sent?.key.id ?? '' })

  expect((await arriving).message?.extendedTextMessage?.contextInfo?.stanzaId).toBe(sent?.key.id)
  const revoked = product.received('messages.update', (all) => all.find(({ key }) => key.id === 'RE1'))
  await marina.deleteMessage(SHOP, 'RE1')
  expect((await revoked).update.message).toBeNull()
})

it('the product deletes a message for the contact', async () => {
  const { marina, product, simulator } = testApp
  const sent = await product.socket.sendMessage(marina.jid, { text: 'engano' })
  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)

  if (sent) await product.socket.sendMessage(marina.jid, { delete: sent.key })

  await simulator.until('deleted', () => marina.chat(SHOP)[0]?.deleted)
})

it('typing is visible on both sides', async () => {
  const { marina, product, simulator } = testApp
  const typing = product.received(
    'presence.update',
    ({ presences }) => Object.values(presences)[0]?.lastKnownPresence,
  )

  marina.typing(SHOP)

  expect(await typing).toBe('composing')
  await product.socket.sendPresenceUpdate('composing', marina.jid)
  await simulator.until('the shop types', () => marina.shopIsTyping(SHOP))
  const group = simulator.createGroup({ subject: 'Obra', members: [marina.phone, SHOP] })
  expect(marina.shopIsTyping(SHOP, group.jid)).toBe(false)
  await product.socket.sendPresenceUpdate('composing', group.jid)
  await simulator.until('in the group too', () => marina.shopIsTyping(SHOP, group.jid))
})

it("the owner's message from the handset is received as our own", async () => {
  const { product, shop } = testApp
  const arriving = product.received('messages.upsert', ({ messages }) =>
    messages.find(({ message }) => message?.conversation === 'do celular'),
  )

  await shop.sendText(MARINA, 'do celular')

  expect((await arriving).key).toMatchObject({ fromMe: true, remoteJid: testApp.marina.jid })
})

it('a contact writes to a group', async () => {
  const { marina, product } = testApp
  const arriving = product.message('G1')

  await marina.sendToGroup(SHOP, '120363000000000000@g.us', 'oi, grupo', { id: 'G1' })

  const { key, message } = await arriving
  expect(message?.conversation).toBe('oi, grupo')
  expect(key).toMatchObject({ remoteJid: '120363000000000000@g.us', participant: marina.jid })
})

it('numbers on WhatsApp and their pictures are looked up', async () => {
  const { product, simulator } = testApp
  simulator.createContact({ phone: '34600111222', name: 'Bob', picture: Buffer.from('a face') })

  const known = await product.socket.onWhatsApp(MARINA, '999')

  expect(known).toMatchObject([{ jid: testApp.marina.jid, exists: true }])
  expect(await product.socket.profilePictureUrl('34600111222@s.whatsapp.net')).toContain(
    '/pictures/34600111222',
  )
  await expect(product.socket.profilePictureUrl(testApp.marina.jid)).rejects.toThrow('item-not-found')
})
