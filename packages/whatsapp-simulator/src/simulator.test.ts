import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SimulatedContact } from './contact'
import type { SimulatedPhone } from './phone'
import { type Simulator, startSimulator } from './simulator'
import { type Companion, linkedCompanion, trustSimulator } from './testing/companion'

const SHOP = '555130254455'
const MARINA = '5551999887766'

describe('a linked number', () => {
  let simulator: Simulator
  let shop: SimulatedPhone
  let marina: SimulatedContact
  let product: Companion
  let distrust: () => void

  beforeEach(async () => {
    simulator = await startSimulator({ latency: 0 })
    distrust = trustSimulator(simulator)
    shop = simulator.createPhone({ phone: SHOP, name: 'Casa Ipê Móveis' })
    marina = simulator.createContact({ phone: MARINA, name: 'Marina Duarte' })
    product = await linkedCompanion(simulator, SHOP)
  })

  afterEach(async () => {
    expect(simulator.stats.unknown).toEqual([])
    expect(simulator.stats.errors).toEqual([])
    await product.socket.end(undefined)
    await simulator.close()
    distrust()
  })

  it('hears what a contact writes, and the contact sees it delivered', async () => {
    const heard = product.message('IN1')

    await marina.sendText(SHOP, 'Oi! Vi o sofá Serra na vitrine', { id: 'IN1' })

    expect((await heard).message?.conversation).toBe('Oi! Vi o sofá Serra na vitrine')
    await simulator.until('delivered', () => marina.chat(SHOP)[0]?.tick === 'delivered')
  })

  it('writes to a contact, who shows it once and tells when it was read', async () => {
    const sent = await product.socket.sendMessage(marina.jid, { text: 'Que bom! Quanto mede a parede?' })

    const [bubble] = await simulator.until(
      'a bubble',
      () => marina.chat(SHOP).length === 1 && marina.chat(SHOP),
    )
    expect(bubble).toMatchObject({ id: sent?.key.id, from: 'shop', text: 'Que bom! Quanto mede a parede?' })
    const read = product.heard('messages.update', (updates) =>
      updates.find(({ update }) => update.status === 4),
    )
    marina.read(SHOP)
    expect((await read).key.id).toBe(sent?.key.id)
    expect(marina.arrivals(SHOP)).toMatchObject([{ stanzas: 1, displays: 1, refusedCounters: 0 }])
    await simulator.until('own copy', () => shop.ownCopies.includes(sent?.key.id ?? ''))
  })
})
