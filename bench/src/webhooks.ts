import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { folderToBeginWith } from '../../e2e/src/migrated-folder'
import {
  type OfficialNumber,
  postWebhook,
  setUpOfficial,
  signatureOf,
  textWebhook,
  webhookPath,
} from '../../e2e/src/official-number'
import { admin, type Product, startProduct } from '../../e2e/src/product'
import { rowsAtTheDatabase } from '../../e2e/src/product-database'
import { machineLoad } from './accounts'
import { cpuPerWork, type Environment } from './environment'
import { percentile, rounded } from './figures'
import { requestOnce } from './hammer'
import { type HeldWire, overHeldWire } from './held-wire'
import { type Line, report, say } from './report'
import { openShop, type Talk } from './shop'

const perSecond = Number(process.env.BENCH_RATE ?? 200)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const messages = Number(process.env.BENCH_MESSAGES ?? 1_600)
const customers = 200
const rounds = 4
/** Webhooks on the way at the same time. */
const atOnce = 16

/**
 * Webhooks of an official number at a steady rate; then as many texts as the product can store, over an official number and
 * over a linked one, by turns.
 */
export async function webhooks(): Promise<void> {
  const steady = await steadily()
  report('webhooks', [steady, ...(await byTurns())])
}

/** The time until each webhook is answered, which is after it is stored, and how fast reception empties the queue. */
async function steadily(): Promise<Line> {
  const simulator = await startSimulator({ latency: 0, seed: 'bench' })
  const product = await startProduct({ whatsapp: simulator.url, dataFolder: await folderToBeginWith() })
  try {
    const number = await setUpOfficial(simulator, product)
    const bodyOf = (name: string, at: number) =>
      textWebhook(number.id, `55119${80_000_000 + (at % customers)}`, `wamid.${name}${at}`, `mensagem ${at}`)
    for (let at = 0; at < customers; at++) await postWebhook(product, number, bodyOf('warm', at))
    await untilHandled(product)
    const load = machineLoad()
    say(`${perSecond} webhooks a second for ${seconds} s, load ${load}`)
    const times: number[] = []
    const refused: (number | null)[] = []
    const began = performance.now()
    const running: Promise<void>[] = []
    for (let at = 0; at < perSecond * seconds; at++) {
      const due = began + (at * 1_000) / perSecond
      if (due > performance.now()) await pause(due - performance.now())
      running.push(
        (async () => {
          const sent = performance.now()
          const status = await postWebhook(product, number, bodyOf('in', at))
          times.push(performance.now() - sent)
          if (status !== 200) refused.push(status)
        })(),
      )
    }
    await Promise.all(running)
    const answered = performance.now()
    await untilHandled(product)
    const all = perSecond * seconds
    return {
      what: `${perSecond} a second`,
      'p50 ms': rounded(percentile(times, 50)),
      'p99 ms': rounded(percentile(times, 99)),
      'answered a second': rounded((all * 1_000) / (answered - began)),
      'stored a second': rounded((all * 1_000) / (performance.now() - began)),
      refused: refused.length,
      load,
    }
  } finally {
    await product.remove()
    await simulator.close()
  }
}

/** The same open tickets hear from both numbers, so that reception does the same work for both. */
function byTurns(): Promise<readonly Line[]> {
  return overHeldWire(async (environment, wire) => {
    const size = { ...admin, district: '51', numbers: 1, customersPerNumber: 80 }
    const { talks, close } = await openShop(environment, size)
    const number = await setUpOfficial(environment.simulator, environment.product)
    const parts = { environment, talks, number, wire }
    const lines: Line[] = []
    for (let round = 0; round <= rounds; round++) {
      // Each goes first in turn, because the tables grow meanwhile.
      const turns = round % 2 === 0 ? [overLinked, overOfficial] : [overOfficial, overLinked]
      for (const turn of turns) {
        const line = await turn(parts, round)
        if (round > 0) lines.push(line) // the first one compiles
      }
    }
    close()
    return lines
  })
}

interface Parts {
  readonly environment: Environment
  readonly talks: readonly Talk[]
  readonly number: OfficialNumber
  readonly wire: HeldWire
}

/** The simulated phones encrypt all texts before the measurement, as Meta signs all webhooks before its own. */
async function overLinked({ environment, talks, wire }: Parts, round: number): Promise<Line> {
  wire.hold()
  for (let at = 0; at < messages; at++) {
    const { customer, number } = talkAt(talks, at)
    await customer.sendText(number, `Rodada ${round}, pedido ${at}?`)
  }
  return timed(environment, 'linked number', async () => wire.release())
}

async function overOfficial({ environment, talks, number }: Parts, round: number): Promise<Line> {
  const webhooks = Array.from({ length: messages }, (_, at) => {
    const { customer } = talkAt(talks, at)
    const text = `Rodada ${round}, pedido ${at}?`
    const body = textWebhook(number.id, customer.phone, `wamid.R${round}N${at}`, text)
    return { body, headers: signatureOf(number.secret, body) }
  })
  const url = environment.product.url + webhookPath
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  return timed(environment, 'official number', async () => {
    const post = async () => {
      for (let next = webhooks.pop(); next !== undefined; next = webhooks.pop())
        await requestOnce(url, agent, next.headers, next.body)
    }
    await Promise.all(Array.from({ length: atOnce }, post))
  }).finally(() => agent.destroy())
}

async function timed(environment: Environment, what: string, send: () => Promise<void>): Promise<Line> {
  const stored = await storedMessages(environment)
  const load = machineLoad()
  const before = environment.accounts()
  const began = performance.now()
  await send()
  while ((await storedMessages(environment)) < stored + messages) await pause(25)
  const took = (performance.now() - began) / 1_000
  const line = {
    what,
    'stored a second': rounded(messages / took),
    ...cpuPerWork(before, environment.accounts(), messages),
    load,
  }
  say(JSON.stringify(line))
  return line
}

function talkAt(talks: readonly Talk[], at: number): Talk {
  const talk = talks[at % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}

async function storedMessages({ owner }: Environment): Promise<number> {
  const { rows } = await owner.query<{ count: string }>('select count(*) from messages where not from_me')
  return Number(rows[0]?.count)
}

async function untilHandled(product: Product): Promise<void> {
  for (;;) {
    const [row] = await rowsAtTheDatabase<{ open: number }>(
      product,
      'select count(*)::int as open from inbound_events where done_at is null',
    )
    if (row?.open === 0) return
    await pause(50)
  }
}
