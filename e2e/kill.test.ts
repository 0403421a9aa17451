import { randomUUID } from 'node:crypto'
import type { AnswerTo } from '@balcao/contract/client'
import { createConnection } from '@balcao/contract/connections'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Calls, signInForCalls } from './src/calls'
import { admin, type Product, startProduct } from './src/product'

type Ticket = AnswerTo<typeof listTickets>['tickets'][number]
type Message = AnswerTo<typeof listMessages>['messages'][number]

const kills = 10
const incomingPerKill = 20
const outgoingPerKill = 10
const patienceMs = 60_000
const seed = 42
let simulator: Simulator
let product: Product
let calls: Calls
/** Settled while the product runs; whoever's call was cut off waits for the next life. */
let alive: Promise<void> = Promise.resolve()

beforeAll(async () => {
  simulator = await startSimulator({ latency: 0, seed: String(seed) })
  product = await startProduct({ whatsapp: simulator.url })
  calls = await signInForCalls(product.url, admin.email, admin.password)
})
afterAll(async () => {
  await product?.remove()
  await simulator?.close()
})

test('200 messages in and 100 out while the product is killed ten times: each stored once and in order, each shown once', async () => {
  const chance = openChance(seed)
  const shop = await linkShop()
  const customers = ['Ana', 'Bia', 'Caio', 'Davi'].map((name, at) =>
    simulator.createContact({ phone: `555199988000${at}`, name }),
  )
  for (const customer of customers) await customer.sendText(shop, said(customer.name, 0))
  const tickets = await acceptAll(customers.length)
  const ticketOf = (name: string) => tickets.find(({ contact }) => contact.name === name)
  const sent = new Map(customers.map(({ name }) => [name, 0]))
  const answers: Promise<unknown>[] = []
  let written = customers.length

  for (let life = 0; life < kills; life++) {
    const dying = stanzas(chance.between(5, 90)).then(killAndRestart)
    for (let at = 0; at < outgoingPerKill; at++) {
      const customer = chance.of(customers)
      const number = sent.get(customer.name) ?? 0
      sent.set(customer.name, number + 1)
      answers.push(answer(ticketOf(customer.name), answered(customer.name, number)))
    }
    for (let at = 0; at < incomingPerKill && written < kills * incomingPerKill; at++, written++) {
      const customer = customers[written % customers.length]
      await customer?.sendText(shop, said(customer.name, Math.floor(written / customers.length)))
    }
    await dying
  }
  await Promise.all(answers)

  for (const customer of customers) {
    const count = sent.get(customer.name) ?? 0
    await simulator.until(
      `${customer.name} has every answer, and every message has been received`,
      () =>
        customer.arrivals(shop).length === count &&
        customer.chat(shop).every(({ from, tick }) => from === 'shop' || tick !== 'sent'),
      patienceMs,
    )
  }
  for (const customer of customers) {
    const stored = await untilStored(ticketOf(customer.name), 50)
    const numbers = (fromMe: boolean) => stored.filter((one) => one.fromMe === fromMe).map(({ body }) => body)
    expect(numbers(false)).toEqual(Array.from({ length: 50 }, (_, at) => said(customer.name, at)))
    expect(numbers(true).toSorted()).toEqual(
      Array.from({ length: sent.get(customer.name) ?? 0 }, (_, at) => answered(customer.name, at)),
    )
    const shown = customer.chat(shop).filter(({ from }) => from === 'shop')
    expect(shown.map(({ text }) => text)).toEqual(numbers(true))
    expect(customer.arrivals(shop).filter(({ displays }) => displays !== 1)).toEqual([])
  }
  expect([...sent.values()].reduce((sum, count) => sum + count, 0)).toBe(kills * outgoingPerKill)
  expect(simulator.stats).toMatchObject({ unknown: [], errors: [], refusedCounters: 0 })
})

function said(name: string, number: number): string {
  return `${name} diz ${String(number).padStart(3, '0')}`
}

function answered(name: string, number: number): string {
  return `resposta a ${name} ${String(number).padStart(3, '0')}`
}

async function linkShop(): Promise<string> {
  const { id } = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await calls(createConnection, { body: { name: 'Loja', queueIds: [id] } })
  const shop = simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  const held = await simulator.until('a QR is held up', () => simulator.waiting().find(({ qr }) => qr))
  await shop.scanQr(held.qr ?? '')
  await simulator.until('the product is connected', () => shop.online)
  return shop.phone
}

async function acceptAll(count: number): Promise<readonly Ticket[]> {
  const pending = async () => (await calls(listTickets, { query: { status: 'pending' } })).tickets
  await expect.poll(async () => (await pending()).length, { timeout: patienceMs }).toBe(count)
  const tickets = await pending()
  for (const { id: ticketId } of tickets) {
    await calls(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  }
  return tickets
}

/** So many stanzas from now on have passed. */
async function stanzas(count: number): Promise<void> {
  let passed = 0
  const stop = simulator.listen(({ kind }) => {
    if (kind === 'wire') passed += 1
  })
  await simulator.until('stanzas have passed', () => passed >= count, patienceMs)
  stop()
}

function killAndRestart(): Promise<void> {
  alive = product.kill().then(() => product.start())
  return alive
}

/** As the web does: the same request again, under the same client id, until it is answered. */
async function answer(ticket: Ticket | undefined, body: string): Promise<void> {
  if (ticket === undefined) throw new Error('The customer has no ticket')
  const clientId = randomUUID()
  for (;;) {
    await alive
    try {
      await calls(sendMessage, { params: { ticketId: ticket.id }, body: { body, clientId } })
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error // fetch's word for a connection that was cut
    }
  }
}

/** The conversation as it is stored, oldest first, once so many of the customer's messages are there. */
async function untilStored(ticket: Ticket | undefined, incoming: number): Promise<readonly Message[]> {
  if (ticket === undefined) throw new Error('The customer has no ticket')
  const stored = () => wholeConversation(ticket.id)
  const received = async () => (await stored()).filter(({ fromMe }) => !fromMe).length
  await expect.poll(received, { timeout: patienceMs }).toBe(incoming)
  return stored()
}

async function wholeConversation(ticketId: Ticket['id']): Promise<readonly Message[]> {
  const all: Message[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { messages, hasMore } = await calls(listMessages, { params: { ticketId }, query: { pageNumber } })
    all.unshift(...messages)
    if (!hasMore) return all
  }
}

/** Repeatable: a linear congruential generator is random enough for moments. */
function openChance(start: number) {
  let state = start
  const between = (least: number, most: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return least + Math.floor((state / 2 ** 32) * (most - least + 1))
  }
  return {
    between,
    of<T>(choices: readonly T[]): T {
      return choices[between(0, choices.length - 1)] as T // the index is within
    },
  }
}
