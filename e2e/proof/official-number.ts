import { setTimeout as pause } from 'node:timers/promises'
import { listConnections } from '@balcao/contract/connections'
import { listMessages, sendMessage } from '@balcao/contract/messages'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import type { GraphCustomer } from '@balcao/whatsapp-simulator/graph/customer'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { folderToBeginWith } from '../src/migrated-folder'
import {
  type OfficialNumber,
  postWebhook,
  setUpOfficial,
  statusWebhook,
  textWebhook,
} from '../src/official-number'
import { type Product, startProduct } from '../src/product'
import { rowsAtTheDatabase } from '../src/product-database'
import { type Chance, openChance } from './chance'
import { noFigures } from './figures'
import type { Proof } from './proof'
import { until } from './waiting'

export interface OfficialNumberProof {
  readonly seed: number
  /**
   * Messages that come in, and as many statuses of answers as a tenth of them. A fifth of the webhooks comes twice, and
   * one in twenty is swapped with the next.
   */
  readonly webhooks: number
  readonly kills: number
  /** Answers, one in five of which ends without an answer of Meta. */
  readonly sends: number
  tell(line: string): void
}

const customers = 200
/** Webhooks on the way at the same time. */
const atOnce = 16

/**
 * A number of the official API: webhooks that come twice and in another order while the product is killed, and answers
 * whose outcome is unclear. Each message must be stored once, the ticks of answers must only rise, and each answer must be on
 * the phone once or be marked as failed.
 */
export async function officialNumber(options: OfficialNumberProof): Promise<Proof> {
  const simulator = await startSimulator({ latency: 0, seed: String(options.seed) })
  const product = await startProduct({ whatsapp: simulator.url, dataFolder: await folderToBeginWith() })
  try {
    const chance = openChance(options.seed)
    const number = await setUpOfficial(simulator, product)
    const troubles: string[] = []
    const people = await openTickets(simulator, product, number)
    const answers = await sendAnswers(product, number, people)
    const incoming = await flood(product, number, chance, options, answers, troubles)
    const outgoing = await answerAll(simulator, product, number, chance, options, people, troubles)
    return {
      parts: new Map([
        ['webhooks', { ...noFigures, ...incoming }],
        ['answers', { ...noFigures, ...outgoing }],
      ]),
      troubles,
    }
  } finally {
    await product.remove()
    await simulator.close()
  }
}

const phoneOf = (customer: number) => `55119${String(80_000_000 + customer)}`

/** A customer of the simulated Meta who wrote, and whose ticket is open. */
interface Person {
  readonly customer: GraphCustomer
  readonly ticketId: TicketId
}
/** An answer that Meta has accepted, by Meta's id. */
interface Answer {
  readonly id: string
  readonly phone: string
}

async function openTickets(
  { graph }: Simulator,
  product: Product,
  number: OfficialNumber,
): Promise<readonly Person[]> {
  const calls = await number.calls()
  const customers = Array.from({ length: 50 }, (_, at) =>
    graph.addCustomer({ name: `Pessoa ${at}`, phone: `55219${String(70_000_000 + at)}` }),
  )
  for (const customer of customers) customer.write(number.id, 'Oi')
  await graph.webhooksSent()
  await untilHandled(product)
  const people: Person[] = []
  for (const customer of customers) {
    const { tickets } = await calls(listTickets, { query: { searchParam: customer.name, showAll: true } })
    const ticket = tickets.find(({ contact }) => contact.name === customer.name)
    if (ticket === undefined) throw new Error(`${customer.name} has no ticket`)
    await calls(updateTicket, { params: { ticketId: ticket.id }, body: { status: 'open' } })
    people.push({ customer, ticketId: ticket.id })
  }
  return people
}

/** One answer to each person, accepted by Meta. */
async function sendAnswers(
  product: Product,
  number: OfficialNumber,
  people: readonly Person[],
): Promise<readonly Answer[]> {
  const calls = await number.calls()
  for (const { ticketId } of people)
    await calls(sendMessage, { params: { ticketId }, body: { body: 'Olá!' } })
  const accepted = () =>
    rowsAtTheDatabase<Answer>(
      product,
      `select m.whatsapp_id as id, c.number as phone from messages m
       join contacts c on c.company_id = m.company_id and c.id = m.contact_id
       where m.from_me and m.ack > 0`,
    )
  await until('all first answers are accepted', async () => (await accepted()).length === people.length)
  return accepted()
}

/** Posts webhooks as Meta does, each until it is answered with 200, and counts what is stored at the end. */
async function flood(
  product: Product,
  number: OfficialNumber,
  chance: Chance,
  { webhooks, kills, tell }: OfficialNumberProof,
  answers: readonly Answer[],
  troubles: string[],
) {
  const statuses = ['sent', 'delivered', 'read'] as const
  const bodies: string[] = []
  for (let at = 0; at < webhooks; at++) {
    bodies.push(textWebhook(number.id, phoneOf(at % customers), `wamid.IN${at}`, `mensagem ${at}`))
    if (at % 10 === 0) bodies.push(statusOf(chance.of(answers), chance.of(statuses)))
    if (chance.between(1, 100) <= 20) bodies.push(bodies[chance.between(0, bodies.length - 1)] ?? '')
  }
  const middle = Math.floor(bodies.length / 2)
  for (const answer of answers) bodies.splice(chance.between(0, middle), 0, statusOf(answer, 'read'))
  for (let at = 1; at < bodies.length; at++) {
    const [one = '', other = ''] = [bodies[at - 1], bodies[at]]
    if (chance.between(1, 100) <= 5) bodies.splice(at - 1, 2, other, one)
  }
  let next = 0
  let isOver = false
  const killing = (async () => {
    for (let kill = 1; kill <= kills; kill++) {
      const moment = Math.floor((bodies.length * kill) / (kills + 1))
      while (next < moment) await pause(20)
      await product.kill()
      tell(`killed after ${next} webhooks`)
      await product.start()
    }
  })()
  const watching = (async () => {
    const highest = new Map<string, number>()
    while (!isOver) {
      for (const { id, ack } of await ticks(product).catch(() => [])) {
        if (ack < (highest.get(id) ?? 0)) troubles.push(`the ticks of ${id} fell to ${ack}`)
        highest.set(id, ack)
      }
      await pause(200)
    }
  })()
  const post = async () => {
    for (let at = next++; at < bodies.length; at = next++) await deliver(product, number, bodies[at] ?? '')
  }
  await Promise.all([killing, ...Array.from({ length: atOnce }, post)])
  tell(`${bodies.length} webhooks were answered with 200`)
  await untilHandled(product)
  isOver = true
  await watching
  for (const { id, ack } of await ticks(product))
    if (ack < 3) troubles.push(`${id} was read and has ${ack} ticks`)
  const [row] = await rowsAtTheDatabase<{ stored: number; distinct: number; dead: number }>(
    product,
    `select count(*)::int as stored, count(distinct whatsapp_id)::int as distinct,
      (select count(*)::int from inbound_events where dead_because is not null) as dead
     from messages where not from_me and whatsapp_id like 'wamid.IN%'`,
  )
  const { stored = 0, distinct = 0, dead = 0 } = row ?? {}
  return { kills, incoming: webhooks, lost: webhooks - distinct + dead, doubled: stored - distinct }

  function statusOf({ id, phone }: Answer, status: string): string {
    return statusWebhook(number.id, phone, id, status)
  }
}

function ticks(product: Product) {
  return rowsAtTheDatabase<{ id: string; ack: number }>(
    product,
    'select whatsapp_id as id, ack from messages where from_me',
  )
}

async function deliver(product: Product, number: OfficialNumber, body: string): Promise<void> {
  for (;;) {
    const status = await postWebhook(product, number, body)
    if (status === 200) return
    if (status !== null && status < 500) throw new Error(`a webhook was refused with ${status}`)
    await pause(100)
  }
}

async function untilHandled(product: Product): Promise<void> {
  await until('all events are handled', async () => {
    const [row] = await rowsAtTheDatabase<{ open: number }>(
      product,
      'select count(*)::int as open from inbound_events where done_at is null and dead_because is null',
    )
    return row?.open === 0
  })
}

/** Sends answers while Meta's answers get lost, and compares what the phones show with what the product says. */
async function answerAll(
  { graph }: Simulator,
  product: Product,
  number: OfficialNumber,
  chance: Chance,
  { sends, tell }: OfficialNumberProof,
  people: readonly Person[],
  troubles: string[],
) {
  const calls = await number.calls()
  const [connection] = await calls(listConnections)
  if (connection?.status !== 'CONNECTED') troubles.push('the number is not connected')
  for (let at = 0; at < sends; at++) {
    if (at % 5 === 0) graph.inflict({ kind: 'cutSend', moment: chance.of(['before', 'after']) })
    const { ticketId } = people[at % people.length] as Person // within
    await calls(sendMessage, { params: { ticketId }, body: { body: `resposta ${at}` } })
    await pause(25) // some 80 a second are allowed
  }
  tell(`${sends} answers are on their way`)
  await until('every answer has an end', async () => {
    const [row] = await rowsAtTheDatabase<{ open: number }>(
      product,
      'select count(*)::int as open from messages where from_me and ack = 0 and failure is null',
    )
    return row?.open === 0
  })
  await graph.webhooksSent()
  await untilHandled(product)
  const shown = new Map<string, number>()
  for (const { customer } of people)
    for (const { text } of customer.seen(number.id)) shown.set(text, (shown.get(text) ?? 0) + 1)
  const said = new Map<string, { ack: number; failure: string | null }>()
  for (const { ticketId } of people) {
    const { messages } = await calls(listMessages, { params: { ticketId } })
    for (const { fromMe, body, ack, failure } of messages) if (fromMe) said.set(body, { ack, failure })
  }
  let [lost, doubled, failed] = [0, 0, 0]
  for (let at = 0; at < sends; at++) {
    const text = `resposta ${at}`
    const times = shown.get(text) ?? 0
    const state = said.get(text)
    if (times > 1) doubled++
    if (state?.failure != null) failed++
    if (times === 0 && state?.failure == null) lost++
    if (times === 1 && (state === undefined || state.failure !== null || state.ack < 1)) lost++
  }
  tell(`${failed} answers are marked as failed`)
  return { outgoing: sends, lost, doubled }
}
