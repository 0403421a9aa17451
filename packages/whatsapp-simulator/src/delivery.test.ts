import type { BinaryNode } from 'baileys'
import { beforeEach, expect, it } from 'vitest'
import type { Simulator } from './simulator'
import { reconnect } from './testing/companion'
import { aLinkedTestApp, SHOP } from './testing/fixture'

let testApp: Awaited<ReturnType<typeof aLinkedTestApp>>

beforeEach(async () => {
  testApp = await aLinkedTestApp()
})

it('a dropped connection closes with 428; later messages wait and come as offline', async () => {
  const { marina, product, shop, simulator } = testApp
  const closed = product.closes()
  shop.drop()
  expect(await closed).toBe(428)
  await marina.sendText(SHOP, 'enquanto vocês não estavam', { id: 'OFF1' })
  expect(marina.chat(SHOP)).toMatchObject([{ tick: 'sent' }])

  await reconnect(simulator, product, SHOP)

  await simulator.until('delivered', () => marina.chat(SHOP)[0]?.tick === 'delivered')
  await product.message('OFF1')
  expect(product.upserts.find(({ message }) => message.key.id === 'OFF1')?.type).toBe('append')
  expect(simulator.stats.redelivered).toBe(0)
  await testApp.end()
})

it('a stanza without a receipt is delivered again', async () => {
  const { marina, product, shop, simulator } = testApp
  const arriving = product.message('RE1')
  shop.inflict({ kind: 'loseReceipts' })
  await marina.sendText(SHOP, 'chegou?', { id: 'RE1' })
  await arriving
  await simulator.until('its receipt was lost', () => simulator.stats.lostReceipts === 1)
  shop.drop()

  await reconnect(simulator, product, SHOP)

  expect(simulator.stats.redelivered).toBe(1)
  await testApp.end()
})

it('a repeated message of the product is shown once, and its used counter refused', async () => {
  const { marina, product, simulator } = testApp
  const stanzas = messagesSeen(simulator)
  await product.socket.sendMessage(marina.jid, { text: 'uma vez só' })
  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)

  for (const stanza of stanzas.slice(0, 1)) await product.socket.sendNode(stanza)

  await simulator.until('refused', () => marina.arrivals(SHOP)[0]?.refusedCounters === 1)
  expect(marina.arrivals(SHOP)).toMatchObject([{ stanzas: 2, displays: 1 }])
  expect(marina.chat(SHOP)).toHaveLength(1)
  expect(simulator.stats.refusedCounters).toBe(2) // the contact's and the handset's copy
  await testApp.end()
})

it('a message that a contact requests again is resent under its id and still shown once', async () => {
  const { marina, product, simulator } = testApp
  await product.socket.sendMessage(marina.jid, { text: 'primeira' })
  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)
  const sent = await product.socket.sendMessage(marina.jid, { text: 'segunda' })
  await simulator.until('another', () => marina.chat(SHOP).length === 2)

  marina.askAgain(SHOP, sent?.key.id ?? '')

  await simulator.until('resent', () => simulator.stats.resentByProduct === 1)
  expect(marina.arrivals(SHOP)[1]).toMatchObject({ stanzas: 2, displays: 1, refusedCounters: 0, retries: 1 })
  expect(marina.chat(SHOP)).toHaveLength(2)
  await testApp.end()
})

it('a message with broken ciphertext is requested again by the product and resent', async () => {
  const { marina, product, shop, simulator } = testApp
  shop.inflict({ kind: 'spoilNext' })
  const arriving = product.message('BAD1')

  await marina.sendText(SHOP, 'segunda vez', { id: 'BAD1' })

  expect((await arriving).message?.conversation).toBe('segunda vez')
  expect(simulator.stats).toMatchObject({ retriesFromProduct: 1, resentByContacts: 1 })
  await simulator.until('delivered', () => marina.chat(SHOP)[0]?.tick === 'delivered')
  await testApp.end()
})

it('a refused message comes back with the error and reaches no contact', async () => {
  const { marina, product, shop } = testApp
  const refused = new Promise<string | undefined>((resolve) => {
    product.socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => resolve(attrs.error))
  })
  shop.refuseNext(463)

  await product.socket.sendMessage(marina.jid, { text: 'recusada' })

  expect(await refused).toBe('463')
  expect(marina.chat(SHOP)).toEqual([])
  await testApp.end()
})

it('a lost acknowledgement does not lose the message', async () => {
  const { marina, product, shop, simulator } = testApp
  shop.inflict({ kind: 'loseAcks' })
  marina.silent = true

  await product.socket.sendMessage(marina.jid, { text: 'sem resposta do servidor' })

  await simulator.until('a bubble', () => marina.chat(SHOP).length === 1)
  await testApp.end()
})

it('restart, replace and refused logins close with their codes', async () => {
  const { product, shop, simulator } = testApp
  const restarted = product.closes()
  shop.restart()
  expect(await restarted).toBe(515)

  await reconnect(simulator, product, SHOP)
  const replaced = product.closes()
  shop.replaceConnection()
  expect(await replaced).toBe(440)

  shop.inflict({ kind: 'refuseLogin', reason: 403 })
  product.connect()
  expect(await product.closes()).toBe(403)
  await testApp.end()
})

it('a second login of the same device replaces the first', async () => {
  const { product, simulator } = testApp
  const replaced = product.closes()

  await reconnect(simulator, product, SHOP)

  expect(await replaced).toBe(440)
  await testApp.end()
})

it('an unknown stanza is counted and refused', async () => {
  const { product } = testApp
  const iq = { tag: 'iq', attrs: { to: 's.whatsapp.net', type: 'get', xmlns: 'w:novelty', id: 'X1' } }

  await expect(product.socket.query({ ...iq, content: [{ tag: 'wish', attrs: {} }] })).rejects.toThrow(
    'feature',
  )

  await testApp.end({ unknown: ['iq get w:novelty wish'] })
})

function messagesSeen(simulator: Simulator): BinaryNode[] {
  const seen: BinaryNode[] = []
  simulator.listen((happening) => {
    if (happening.kind !== 'wire' || happening.direction !== 'in') return
    if (happening.node.tag === 'message') seen.push(happening.node)
  })
  return seen
}
