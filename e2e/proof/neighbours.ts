import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCampaign, saveCampaignSettings, startCampaign } from '@balcao/contract/campaigns'
import { createCompany } from '@balcao/contract/companies'
import { createConnection, listConnections } from '@balcao/contract/connections'
import { createContactList } from '@balcao/contract/contact-lists'
import { createIntegration } from '@balcao/contract/integrations'
import {
  type LiveMessagePayload,
  liveChannel,
  readySocketMessage,
  roomSocketMessageNames,
} from '@balcao/contract/live'
import { sendMessage } from '@balcao/contract/messages'
import { login } from '@balcao/contract/people'
import { createPlan } from '@balcao/contract/plans'
import { createQueue } from '@balcao/contract/queues'
import { listTickets, updateTicket } from '@balcao/contract/tickets'
import type { ContactListId, TicketId } from '@balcao/domain/ids'
import { io } from 'socket.io-client'
import { type Calls, callsWith } from '../src/calls'
import { fillList } from './campaigns'
import { type Fixture, openFixture, ticketOf } from './fixture'
import type { AttackName, AttackSettings } from './neighbour-attacks'
import type { Proof } from './proof'
import { until } from './waiting'

export interface Neighbours {
  readonly seed: number
  /** How long each attack runs. */
  readonly seconds: number
  /** Only attacks whose name contains this. */
  readonly only?: string
  readonly tell: (line: string) => void
}

/** The limits for the neighbour: this multiple of its quiet time, and this memory of the product for all. */
const timesQuiet = 5
const memoryMb = 600
/** Below this a ratio is meaningless: no user notices it, and one pause of the machine causes it. */
const unfeltMs = 100

/**
 * Milliseconds of a list, of a post until it is answered, and of an incoming message from WhatsApp's socket until the
 * page has it. It excludes the simulated phones' encryption, because the attacker's phones keep that process busy.
 */
const meters = ['list', 'post', 'incoming'] as const
type Meter = (typeof meters)[number]
type Figures = Readonly<Record<Meter, readonly number[]>>

interface Attacker {
  readonly calls: Calls
  readonly settings: Omit<AttackSettings, 'attack'>
  readonly customers: readonly string[]
  /** A number without a bot, and one whose bot never answers. */
  readonly shops: readonly [plain: string, withBot: string]
}

/** Runs until `signal` aborts. */
type Attack = (fixture: Fixture, attacker: Attacker, signal: AbortSignal) => Promise<void>

/**
 * One attacking company beside a quiet one: each known way of slowing another, at full rate, while the quiet company
 * lists, posts and receives twice a second each.
 */
export async function neighbours({ seed, seconds, only = '', tell }: Neighbours): Promise<Proof> {
  const hanging = createServer(() => {}).listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const host = `127.0.0.1:${(hanging.address() as AddressInfo).port}` // a string only for pipes
  const fixture = await openFixture({
    seed,
    // Without the proxy before the database, which would run in this process and slow down what it measures.
    embedded: true,
    customersOfEach: 4,
    withGroup: false,
    phonesForget: true,
    environment: { PRIVATE_HOSTS: host, BOT_PRIVATE_HOSTS: host },
  }).catch((error: unknown) => {
    hanging.close()
    throw error
  })
  const page = await openPage(fixture)
  const troubles: string[] = []
  try {
    const attacker = await moveIn(fixture, host)
    await measure(fixture, page, 5) // warm
    const quiet = await measure(fixture, page, Math.max(20, seconds / 2))
    tell(`quiet, load ${loadavg()[0]?.toFixed(1)}: ${shown(quiet)}`)
    for (const [name, attack] of Object.entries(attacks)) {
      if (!name.includes(only)) continue
      const memory = watchMemory(fixture)
      const over = new AbortController()
      const attacking = attack(fixture, attacker, over.signal)
      attacking.catch(() => {}) // awaited below
      await pause(1_000) // full rate
      const beside = await measure(fixture, page, seconds)
      over.abort()
      await attacking
      const calmMs = await untilCalm(fixture, quiet)
      const { peakMb, hasEnded } = memory.stop()
      if (hasEnded) {
        troubles.push(`${name}: the product ended`)
        await fixture.restartProduct()
      }
      const ratios = meters.map((meter) => percentile(beside[meter], 95) / percentile(quiet[meter], 95))
      const times = ratios.map((ratio) => ratio.toFixed(1)).join(' / ')
      const figures = `${shown(beside)}; p95 × ${times}; ${peakMb} MB; calm after ${calmMs} ms; load ${loadavg()[0]?.toFixed(1)}`
      tell(`${name}: ${figures}`)
      const isFelt = meters.some(
        (meter, at) => percentile(beside[meter], 95) > unfeltMs && (ratios[at] ?? 0) > timesQuiet,
      )
      if (isFelt) troubles.push(`${name}: the neighbour felt it`)
      if (peakMb > memoryMb) troubles.push(`${name}: ${peakMb} MB`)
    }
    return { parts: new Map(), troubles: [...troubles, ...fixture.failures] }
  } finally {
    page.close()
    await fixture.close()
    hanging.closeAllConnections()
    hanging.close()
  }
}

const campaignNumbers = Array.from({ length: 1_000 }, (_, at) => `55519${70_000_000 + at}`)

const attacks: Readonly<Record<string, Attack>> = {
  ...Object.fromEntries(
    (
      [
        'three sockets join and leave 60,000 times a second',
        'twelve uploads trickle, four race and break off',
        'sixty searches at once',
        'sixty lists and dashboards at once',
        'four imports of 50,000 rows at once',
        'four lists for campaigns of 50,000 rows at once',
        'three thousand bodies that never end',
        'fifty wrong passwords at once',
        'fifty wrong cookies of a session at once',
        'sixty lists whose answers are not read',
        'sixty pages and a quick message of 60,000 characters, saved again and again',
        'forty posts of 60,000 characters at once',
      ] satisfies AttackName[]
    ).map((name) => [name, inOwnProcess(name)]),
  ),
  async 'a campaign to a thousand contacts without pauses'({ records }, { calls, shops }, signal) {
    await calls(saveCampaignSettings, {
      body: { settings: { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } },
    })
    const { id: contactListId } = await calls(createContactList, { body: { name: 'Mil' } })
    await fillList(records, contactListId, campaignNumbers, campaignNumbers)
    const whatsappId = (await calls(listConnections)).find(({ name }) => name === shops[0])?.id
    const body = { name: 'Mil', message1: 'Chegou!', contactListId, whatsappId }
    const { id } = await calls(createCampaign, { body })
    await calls(startCampaign, { params: { campaignId: id } })
    await once(signal, 'abort')
  },
  'twenty customers write 60,000 characters each, again and again': (fixture, { customers, shops }, signal) =>
    crowd(fixture, customers, shops[0], '*a '.repeat(20_000), signal),
  'twenty customers write to a bot that hangs, again and again': (fixture, { customers, shops }, signal) =>
    crowd(fixture, customers, shops[1], 'Tem alguém?', signal),
}

function inOwnProcess(attack: AttackName): Attack {
  return async (_fixture, { settings }, signal) => {
    const program = fileURLToPath(new URL('./neighbour-attacks.ts', import.meta.url))
    const child = fork(program, [JSON.stringify({ ...settings, attack })], {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    const ended = once(child, 'exit')
    await Promise.race([signal.aborted || once(signal, 'abort'), ended])
    child.kill('SIGKILL')
    await ended
  }
}

/**
 * The time from one message of a customer to the next. Without it the simulated phones, through which the quiet company's
 * messages come too, would be the slow ones.
 */
const crowdIntervalMs = 200

async function crowd(
  { phones }: Fixture,
  customers: readonly string[],
  shop: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    customers.map(async (customer) => {
      while (!signal.aborted) {
        const id = `3EB0${randomUUID().replaceAll('-', '').slice(0, 16)}`
        const begin = performance.now()
        await phones.ask('sayWhenTaken', customer, shop, text, id)
        await pause(Math.max(0, crowdIntervalMs - (performance.now() - begin)))
      }
    }),
  )
}

/** The attacker's company: a generous plan, two linked numbers, customers and one open ticket. */
async function moveIn(fixture: Fixture, host: string): Promise<Attacker> {
  const { calls: owner, phones, product } = fixture
  const plan = { name: 'Tudo', users: 100, connections: 10, queues: 100, value: 1 }
  const flags = { useCampaigns: true, useIntegrations: true, useSchedules: true, useInternalChat: true }
  const { id: planId } = await owner(createPlan, { body: { ...plan, ...flags } })
  const email = 'vizinha@example.com'
  const password = 'uma senha bem longa'
  await owner(createCompany, {
    body: { name: 'Vizinha', email, password, planId, dueDate: '2099-12-31', campaignsEnabled: true },
  })
  const { token } = await callsWith(product.url, null)(login, { body: { email, password } })
  const calls = callsWith(product.url, token)
  const { id: queueId } = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  const { id: integrationId } = await calls(createIntegration, {
    body: { type: 'n8n', name: 'Nunca responde', urlN8N: `http://${host}/` },
  })
  const shops = ['551140000001', '551140000002'] as const
  for (const shop of shops) {
    await phones.ask('shop', shop, shop)
    const bot = shop === shops[1] ? { integrationId } : { queueIds: [queueId] }
    await calls(createConnection, { body: { name: shop, ...bot } })
    await phones.ask('link', shop)
  }
  const customers = Array.from({ length: 20 }, (_, at) => `55119${81_000_000 + at}`)
  await phones.ask('customers', customers)
  // Their keys keep the simulator busy for some seconds: before the quiet time, not during the attack.
  await phones.ask('customers', campaignNumbers)
  await phones.ask('say', customers[0] ?? '', shops[0], 'Oi', '3EB0AAAAAAAAAAAAAAAA', null)
  const { id: ticketId } = await until('the attacker has a ticket', async () => {
    const { tickets } = await calls(listTickets, { query: { status: 'pending' } })
    return tickets[0]
  })
  await calls(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  const { id: listId } = await calls(createContactList, { body: { name: 'Lista' } })
  return { calls, customers, shops, settings: { url: product.url, token, ...ids(ticketId, listId) } }
}

const ids = (ticketId: TicketId, listId: ContactListId) => ({ ticketId, listId })

/** The quiet company's page, which gets every message. */
async function openPage({ product, token, conversations }: Fixture) {
  const [first] = conversations
  if (first === undefined) throw new Error('the quiet company has no conversation')
  const { companyId } = ticketOf(first)
  const socket = io(product.url, { transports: ['websocket'], auth: (give) => give({ token: token() }) })
  await new Promise<void>((resolve, reject) => {
    socket.once(readySocketMessage, () => resolve())
    socket.once('connect_error', reject)
  })
  const join = () => {
    for (const conversation of conversations)
      socket.emit(roomSocketMessageNames.chatBox.join, ticketOf(conversation).id)
  }
  socket.on(readySocketMessage, join)
  join()
  // A token lasts 15 minutes, and the sign-in that renews it ends the sockets of the previous session.
  let isOpen = true
  for (const loss of ['disconnect', 'connect_error'])
    socket.on(loss, () => setTimeout(() => isOpen && socket.connect(), 100))
  const waiting = new Map<string, (at: number) => void>()
  socket.on(liveChannel.message(companyId), ({ action, message }: LiveMessagePayload) => {
    if (action === 'create') waiting.get(message.body)?.(now())
  })
  return {
    /** Returns the time when the page has the message. */
    received: (text: string) =>
      new Promise<number>((resolve) => {
        waiting.set(text, (at) => {
          waiting.delete(text)
          resolve(at)
        })
      }),
    close() {
      isOpen = false
      socket.close()
    },
  }
}

type Page = Awaited<ReturnType<typeof openPage>>

/**
 * Runs each meter twice a second, without waiting for the earlier ones. After half a minute an unfinished one counts
 * with that time.
 */
async function measure(fixture: Fixture, page: Page, seconds: number): Promise<Figures> {
  const { conversations, calls, phones } = fixture
  const figures: Record<Meter, Promise<number>[]> = { list: [], post: [], incoming: [] }
  for (let at = 0; at < seconds * 2; at++) {
    const conversation = conversations[at % conversations.length]
    if (conversation === undefined) break
    const { id: ticketId } = ticketOf(conversation)
    const { shop, customers } = conversation
    figures.list.push(timed(() => calls(listTickets, { query: { status: 'open' } })))
    figures.post.push(
      timed(() =>
        calls(sendMessage, {
          params: { ticketId },
          body: { body: `resposta ${at}`, clientId: randomUUID() },
        }),
      ),
    )
    figures.incoming.push(
      timed(async () => {
        const text = randomUUID()
        const came = page.received(text)
        const id = `3EB0${text.replaceAll('-', '').slice(0, 16)}`
        const leftAt = await phones.ask('sayTimed', customers[0] ?? '', shop, text, id)
        return (await came) - leftAt
      }),
    )
    await pause(500)
  }
  const all = (meter: Meter) => Promise.all(figures[meter])
  return { list: await all('list'), post: await all('post'), incoming: await all('incoming') }
}

const patienceMs = 30_000

/** Milliseconds of the act: its own measurement, or else its duration. */
async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  const given = new AbortController()
  const measured = await Promise.race([
    act().catch(() => pause(patienceMs, undefined, { signal: given.signal })), // a refusal counts like a missing answer
    pause(patienceMs, undefined, { signal: given.signal }),
  ]).catch(() => {})
  given.abort()
  return typeof measured === 'number' ? measured : performance.now() - began
}

/** Milliseconds since 1970, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

/** Milliseconds after the attack until a list is as fast as before. */
async function untilCalm({ calls }: Fixture, quiet: Figures): Promise<number> {
  const began = performance.now()
  const usual = Math.max(unfeltMs, 2 * percentile(quiet.list, 95))
  for (let quick = 0; quick < 5 && performance.now() - began < 120_000; ) {
    const took = await timed(() => calls(listTickets, { query: { status: 'open' } }))
    quick = took <= usual ? quick + 1 : 0
  }
  return Math.round(performance.now() - began)
}

/** The peak memory of the product meanwhile, in MB, and whether its process ended. */
function watchMemory({ product }: Fixture) {
  let peak = 0
  let hasEnded = false
  const look = () => {
    try {
      const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))
      peak = Math.max(peak, Number(line?.[1] ?? 0) / 1024)
    } catch {
      hasEnded = true
    }
  }
  const timer = setInterval(look, 250)
  return {
    stop() {
      clearInterval(timer)
      look()
      return { peakMb: Math.round(peak), hasEnded }
    },
  }
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

function shown(figures: Figures): string {
  const one = (meter: Meter) =>
    `${meter} ${[50, 95].map((percent) => Math.round(percentile(figures[meter], percent))).join('/')} ms`
  return `${meters.map(one).join(', ')} (p50/p95)`
}
