import { setTimeout as pause } from 'node:timers/promises'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { folderToBeginWith } from '../../e2e/src/migrated-folder'
import { admin, type Product, startProduct } from '../../e2e/src/product'
import { atTheDatabase, rowsAtTheDatabase } from '../../e2e/src/product-database'
import { accountOf, databaseAccount, machineLoad } from './accounts'
import { rounded } from './figures'
import { processesOf, productAccount } from './product-account'
import { type Line, report, say } from './report'
import { openShop } from './shop'

const numbers = Number(process.env.BENCH_NUMBERS ?? 1_000)
const restMs = Number(process.env.BENCH_REST_MS ?? 20_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 30)
/** While WhatsApp answers one number, the product works for the others. */
const linkedAtOnce = 4
/** A number that failed again and again tries once an hour. The bench does not wait for it, and says how many are connected. */
const patienceMs = Number(process.env.BENCH_PATIENCE_MS ?? 180_000)
/** Longer than the pause between two groups that a process hands over. */
const settledMs = 15_000

/** One process alone, and two that share the numbers. */
const installations = { 'one process': [], 'two processes': ['--processes', '2'] } as const

/**
 * What many linked idle numbers cost: processor time and memory of each, over all processes of the product, and how long
 * they take to connect after a start.
 */
export async function idleNumbers(): Promise<void> {
  const simulator = await startSimulator({ seed: 'bench', history: false })
  const dataFolder = await folderToBeginWith()
  let product: Product | undefined
  const lines: Line[] = []
  try {
    product = await startProduct({ whatsapp: simulator.url, dataFolder })
    await pause(restMs)
    lines.push({ what: 'one process, 0 numbers', ...shown(await resting(product), 0) })
    await linkAll(simulator, product)
    await product.stop()
    for (const [what, options] of Object.entries(installations)) {
      const began = performance.now()
      product = await startProduct({ whatsapp: simulator.url, dataFolder, options })
      const connected = await untilConnected(simulator, what)
      const tookMs = performance.now() - began
      const ofEach = options.length === 0 ? [connected] : await untilSettled(product)
      await pause(restMs)
      lines.push({
        what: `${what}, ${connected} of ${numbers} connected`,
        ...shown(await resting(product), connected),
        'connected after s': rounded(tookMs / 1000),
        'numbers of each process': ofEach.join(' + '),
      })
      await product.stop()
    }
  } finally {
    await product?.remove()
    await simulator.close()
  }
  report('idle-numbers', lines, ['Each number: the whole divided by the connected numbers.'])
}

async function linkAll(simulator: Simulator, product: Product): Promise<void> {
  await atTheDatabase(product, `update plans set connections = ${numbers + 1}`)
  const shop = await openShop(
    { simulator, product },
    { ...admin, district: '51', numbers: 0, customersPerNumber: 0 },
  )
  const began = performance.now()
  let begun = 0
  const linkSome = async () => {
    while (begun < numbers) {
      begun += 1
      if (begun % 50 === 0) say(`${begun} numbers, ${sinceSeconds(began)} s, load ${machineLoad()}`)
      await shop.addNumber()
    }
  }
  await Promise.all(Array.from({ length: linkedAtOnce }, linkSome))
  shop.close()
}

/** By the phones: the rows of a product that starts still say what they said before. Returns how many are connected. */
async function untilConnected(simulator: Simulator, what: string): Promise<number> {
  const began = performance.now()
  const online = () => simulator.phones().filter((phone) => phone.online).length
  for (let saidAt = began; online() < numbers && performance.now() - began < patienceMs; await pause(200)) {
    if (performance.now() - saidAt < 10_000) continue
    saidAt = performance.now()
    say(`${what}: ${online()} connected after ${sinceSeconds(began)} s, load ${machineLoad()}`)
  }
  return online()
}

/** A process hands over a group of numbers every ten seconds. Returns how many each has when that has ended. */
async function untilSettled(product: Product): Promise<readonly number[]> {
  const began = performance.now()
  let ofEach = await numbersOfEach(product)
  for (let changedAt = began; ; await pause(1_000)) {
    const now = performance.now()
    if (now - changedAt > settledMs || now - began > patienceMs) return ofEach
    const before = ofEach
    ofEach = await numbersOfEach(product)
    if (ofEach.join() === before.join()) continue
    changedAt = now
    say(`numbers of each process: ${ofEach.join(' + ')}`)
  }
}

interface Rest {
  readonly productMs: number
  readonly databaseMs: number
  readonly residentMb: number
  readonly each: readonly number[]
}

async function resting(product: Product): Promise<Rest> {
  const used = () => [productAccount(product).cpuMs, databaseAccount(product.dataFolder).cpuMs] as const
  const [productBefore, databaseBefore] = used()
  await pause(seconds * 1000)
  const [productAfter, databaseAfter] = used()
  const each = processesOf(product).map((pid) => accountOf(pid).residentMb)
  return {
    productMs: productAfter - productBefore,
    databaseMs: databaseAfter - databaseBefore,
    residentMb: each.reduce((sum, mb) => sum + mb, 0),
    each,
  }
}

function shown(rest: Rest, count: number): Record<string, string | number> {
  return {
    'product CPU ms a second': rounded(rest.productMs / seconds, 2),
    'database CPU ms a second': rounded(rest.databaseMs / seconds, 2),
    'of each number': count === 0 ? '' : rounded((rest.productMs + rest.databaseMs) / seconds / count, 3),
    'resident MB': rest.each.map((mb) => rounded(mb, 0)).join(' + '),
    'MB of each number': count === 0 ? '' : rounded(rest.residentMb / count, 2),
    load: machineLoad(),
  }
}

/** The connections whose lease lives, by process. */
async function numbersOfEach(product: Product): Promise<readonly number[]> {
  const rows = await rowsAtTheDatabase<{ count: number }>(
    product,
    `select count(*)::int as count from connection_leases where expires_at > now() group by holder order by holder`,
  )
  return rows.map(({ count }) => count)
}

function sinceSeconds(at: number): number {
  return Math.round((performance.now() - at) / 1000)
}
