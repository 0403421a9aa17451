import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { login } from '@balcao/contract/people'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import pg from 'pg'
import { callsWith } from '../../e2e/src/calls'
import { admin, type Product, type ProductSettings, startProduct } from '../../e2e/src/product'
import { builtRelease } from '../../tools/last-release.mjs'
import { databaseAccount, machineLoad } from './accounts'
import { ownerUrl } from './environment'
import { percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { hammer } from './hammer'
import { productAccount } from './product-account'
import { type Line, report, say } from './report'
import { openShop } from './shop'

const factor = Number(process.env.BENCH_FACTOR ?? 0.1)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const incoming = Number(process.env.BENCH_MESSAGES ?? 400)
/** Some of the installations, `alone` among them. */
const only = (process.env.BENCH_ONLY ?? '').split(',').filter(Boolean)
const atOnce = 16
/** By then the start is over. */
const restMs = 5_000
const compiledMs = 12_000
/** The commit before several processes could share a database. */
const before = process.env.BENCH_COMMIT ?? '81d25e18d80c73f62a7f7a3aa8ba32814f8665d1'

type Installation = Pick<ProductSettings, 'environment' | 'options' | 'release'>

/** The figures of one run by their names. */
type Figures = Readonly<Record<string, number>>

/**
 * One process alone, one that is a node with its bus, two processes, and one process of the version before: start, memory
 * at rest, lists, posts, and incoming messages over a linked number. They take turns in rounds, and each ratio is the median over
 * the rounds of a figure divided by that of `alone` in the same round, so that other load of the machine affects both.
 */
export async function processes(): Promise<void> {
  const installations = await installationsHere()
  const runs = new Map<string, Figures[]>(Object.keys(installations).map((name) => [name, []]))
  const releases = new Set(Object.values(installations).map(({ release }) => release))
  for (const release of releases) await keepCompiled(release)
  const loads = [machineLoad()]
  for (let round = 0; round < rounds; round++) {
    // In turns, so that a rise of the load favours neither.
    const order = Object.entries(installations)
    for (const [name, installation] of round % 2 === 0 ? order : order.toReversed()) {
      const figures = await measured(installation)
      runs.get(name)?.push(figures)
      say(`round ${round + 1}, ${name}: ${JSON.stringify(figures)}, load ${machineLoad()}`)
    }
    loads.push(machineLoad())
  }
  report(`processes-${factor}`, linesOf(runs), [
    `Size ${factor}, ${rounds} rounds, ${atOnce} at once for ${seconds} s, ${incoming} incoming. In brackets: divided by alone.`,
    `Load of the machine before and after each round: ${loads.join(', ')}`,
  ])
}

async function installationsHere(): Promise<Readonly<Record<string, Installation>>> {
  const built = await builtRelease({ version: 'before', commit: before })
  if (typeof built === 'string') say(built)
  const all: Readonly<Record<string, Installation>> = {
    alone: {},
    ...(typeof built !== 'string' && { 'version before': { release: built.folder } }),
    'one node': { environment: { NODE_ADDRESS: '127.0.0.1:0' } },
    'two processes': { options: ['--processes', '2'] },
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => only.length === 0 || only.includes(name)))
}

/** A bundle keeps its compiled code ten seconds after its first start, and starts faster from then on. */
async function keepCompiled(release: string | undefined): Promise<void> {
  const simulator = await startSimulator({ seed: 'bench', history: false })
  const product = await startProduct({ whatsapp: simulator.url, ...(release && { release }) })
  await pause(compiledMs)
  await product.remove()
  await simulator.close()
}

function linesOf(runs: ReadonlyMap<string, readonly Figures[]>): Line[] {
  const alone = runs.get('alone') ?? []
  return Object.keys(alone[0] ?? {}).map((figure) => ({
    what: figure,
    ...Object.fromEntries(
      [...runs].map(([name, figures]) => {
        const values = figures.map((each) => each[figure] ?? Number.NaN)
        const ratios = values.map((value, round) => value / (alone[round]?.[figure] ?? Number.NaN))
        const median = rounded(percentile(values, 50), 2)
        return [name, name === 'alone' ? median : `${median} (${rounded(percentile(ratios, 50), 2)})`]
      }),
    ),
  }))
}

async function measured(installation: Installation): Promise<Figures> {
  const simulator = await startSimulator({ seed: 'bench', history: false })
  const dataFolder = await copyOfGeneratedData(factor, simulator.url)
  try {
    const began = performance.now()
    const product = await startProduct({
      ...installation,
      whatsapp: simulator.url,
      dataFolder,
      environment: { SEARCHES_PER_MINUTE: '1000000', ...installation.environment },
    })
    const startMs = performance.now() - began
    try {
      const startCpuMs = productAccount(product).cpuMs
      await pause(restMs)
      return {
        'start, ms': rounded(startMs),
        'start, product CPU ms': startCpuMs,
        'memory at rest, MB': rounded(productAccount(product).residentMb),
        ...(await measuredCalls(product)),
        ...(await measuredIncoming(simulator, product)),
      }
    } finally {
      await product.stop()
    }
  } finally {
    await simulator.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function measuredCalls(product: Product): Promise<Figures> {
  const { url } = product
  const { token } = await callsWith(url, null)(login, { body: admin })
  const post = { paths: await openTickets(product), text: 'Bom dia! O seu pedido saiu agora.' }
  const calls = {
    lists: { address: `${url}/tickets?status=open&pageNumber=1`, hammering: { token, atOnce, seconds } },
    posts: { address: url, hammering: { token, atOnce, seconds, post } },
  }
  const figures: Record<string, number> = {}
  for (const [what, { address, hammering }] of Object.entries(calls)) {
    await hammer(address, { ...hammering, seconds: seconds / 3 }) // plans and compiled code
    const cost = costOf(product)
    const { taken, seconds: took } = await hammer(address, hammering)
    figures[`${what} a second`] = rounded(taken.length / took)
    figures[`${what}, p99 ms`] = rounded(percentile(taken, 99))
    Object.assign(figures, cost(what, taken.length))
  }
  return figures
}

/** All at once over one number, until the page of an attendant has them. */
async function measuredIncoming(simulator: Simulator, product: Product): Promise<Figures> {
  const shop = await openShop(
    { simulator, product },
    { ...admin, district: '51', numbers: 1, customersPerNumber: 20 },
  )
  try {
    const hear = (count: number, name: string) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => {
          const talk = shop.talks[at % shop.talks.length]
          if (talk === undefined) throw new Error('The shop has no customers')
          return shop.hear(talk, `${name} ${at}`)
        }),
      )
    await hear(atOnce, 'aquecer')
    const cost = costOf(product)
    const began = performance.now()
    await hear(incoming, 'chegou')
    return {
      'incoming a second': rounded((incoming * 1000) / (performance.now() - began)),
      ...cost('incoming', incoming),
    }
  } finally {
    shop.close()
  }
}

/** The processor time of each of so many from now on. */
function costOf(product: Product): (what: string, count: number) => Figures {
  const used = () => [productAccount(product).cpuMs, databaseAccount(product.dataFolder).cpuMs] as const
  const [productBefore, databaseBefore] = used()
  return (what, count) => {
    const [productAfter, databaseAfter] = used()
    return {
      [`${what}, product CPU ms`]: rounded((productAfter - productBefore) / count, 2),
      [`${what}, database CPU ms`]: rounded((databaseAfter - databaseBefore) / count, 2),
    }
  }
}

async function openTickets({ dataFolder }: Product): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl(dataFolder) })
  await owner.connect()
  const { rows } = await owner.query<{ id: number }>(
    "select id from tickets where company_id = 1 and status = 'open' order by id limit 500",
  )
  await owner.end()
  return rows.map(({ id }) => `/messages/${id}`)
}
