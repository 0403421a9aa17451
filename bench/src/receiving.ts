import { setTimeout as pause } from 'node:timers/promises'
import { admin } from '../../e2e/src/product'
import { cpuPerWork, type Environment } from './environment'
import { rounded } from './figures'
import { type HeldWire, overHeldWire } from './held-wire'
import { type Line, report, say } from './report'
import { openShop, type Shop } from './shop'
import { countStatements, sayStatements } from './statements'
import { writtenPerWork, writtenSoFar } from './write-cost'

const messages = Number(process.env.BENCH_MESSAGES ?? 1_600)
const customers = 80
const sizes = (process.env.BENCH_NUMBERS ?? '1,4').split(',').map(Number)
const wantedPerSecond: Readonly<Record<number, number>> = { 1: 1_000, 4: 1_200 }

/**
 * Texts with real encryption until they are stored. The simulated phones encrypt them all while the wire is held, so
 * that only their reading of the receipts is part of the rate.
 */
export async function receiving(): Promise<void> {
  const lines: Line[] = []
  for (const numbers of sizes) lines.push(await overNumbers(numbers))
  report('receiving', lines)
  const missed = lines.filter(({ numbers, rate }) => Number(rate) < (wantedPerSecond[Number(numbers)] ?? 0))
  if (missed.length === 0) return
  say(`Not reached: ${missed.map(({ numbers }) => `${wantedPerSecond[Number(numbers)]} over ${numbers}`)}.`)
  process.exitCode = 1
}

function overNumbers(numbers: number): Promise<Line> {
  return overHeldWire(async (environment, wire) => {
    const customersPerNumber = Math.ceil(customers / numbers)
    const shop = await openShop(environment, { ...admin, district: '51', numbers, customersPerNumber })
    await burst(environment, shop, wire, messages / 2) // plans, caches, compiled code
    await countStatements(environment)
    const line = await burst(environment, shop, wire, messages)
    await sayStatements(environment)
    shop.close()
    return { ...line, numbers }
  })
}

async function burst(environment: Environment, shop: Shop, wire: HeldWire, count: number): Promise<Line> {
  wire.hold()
  const stored = await storedMessages(environment)
  for (let at = 0; at < count; at++) {
    const { customer, number } = botConversation(shop, at)
    await customer.sendText(number, `Chegou o pedido ${at}?`)
  }
  const [before, written] = [environment.accounts(), await writtenSoFar(environment)]
  const begin = performance.now()
  wire.release()
  while ((await storedMessages(environment)) < stored + count) await pause(25)
  const seconds = (performance.now() - begin) / 1000
  const cost = cpuPerWork(before, environment.accounts(), count)
  const line = {
    what: `${count} texts of ${shop.talks.length} customers`,
    rate: rounded(count / seconds),
    ...cost,
    ...writtenPerWork(written, await writtenSoFar(environment), count),
  }
  say(JSON.stringify(line))
  return line
}

function botConversation({ talks }: Shop, at: number): Shop['talks'][number] {
  const talk = talks[at % talks.length]
  if (talk === undefined) throw new Error('The shop has no customers')
  return talk
}

async function storedMessages({ owner }: Environment): Promise<number> {
  const { rows } = await owner.query<{ count: string }>('select count(*) from messages where not from_me')
  return Number(rows[0]?.count)
}
