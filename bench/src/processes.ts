import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { login } from '@balcao/contract/people'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import pg from 'pg'
import { callsWith } from '../../e2e/src/calls'
import { admin, type Product, startProduct } from '../../e2e/src/product'
import { accountOf, databaseAccount, machineLoad } from './accounts'
import { ownerUrl } from './environment'
import { percentile, rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { type Hammering, hammer } from './hammer'
import { type Line, report, say } from './report'

const factor = Number(process.env.BENCH_FACTOR ?? 1)
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const atOnce = 16
/** By then the start is over. */
const restMs = 5_000

/** The installations that are compared: `alone` has no bus. */
const installations = {
  alone: { environment: {}, options: [] },
  'one node': { environment: { NODE_ADDRESS: '127.0.0.1:0' }, options: [] },
  'two processes': { environment: {}, options: ['--processes', '2'] },
} as const

/**
 * Lists and posts of the generated company with one process and with two, and what the bus costs one: rate, latency and
 * processor time of all its processes.
 */
export async function processes(): Promise<void> {
  const lines: Line[] = []
  const simulator = await startSimulator({ seed: 'bench', history: false })
  try {
    for (const [name, { environment, options }] of Object.entries(installations)) {
      const dataFolder = await copyOfGeneratedData(factor, simulator.url)
      const settings = { SEARCHES_PER_MINUTE: '1000000', ...environment }
      const product = await startProduct({
        whatsapp: simulator.url,
        dataFolder,
        environment: settings,
        options,
      })
      try {
        await pause(restMs)
        lines.push(...(await measured(name, product)))
      } finally {
        await product.remove()
      }
    }
  } finally {
    await simulator.close()
  }
  report(`processes-${factor}`, lines, [`Size ${factor}, ${atOnce} at once, ${seconds} s each.`])
}

async function measured(name: string, { url, dataFolder, pid = 0 }: Product): Promise<Line[]> {
  const { token } = await callsWith(url, null)(login, { body: admin })
  const paths = await openTickets(dataFolder)
  const kinds: Readonly<Record<string, { address: string; hammering: Hammering }>> = {
    'open list': {
      address: `${url}/tickets?status=open&pageNumber=1`,
      hammering: { token, atOnce, seconds },
    },
    posts: {
      address: url,
      hammering: { token, atOnce, seconds, post: { paths, text: 'Bom dia! O seu pedido saiu agora.' } },
    },
  }
  const lines: Line[] = []
  for (const [what, { address, hammering }] of Object.entries(kinds)) {
    await hammer(address, { ...hammering, seconds: seconds / 3 }) // plans and compiled code
    const used = () => [cpuMsOf(pid), databaseAccount(dataFolder).cpuMs] as const
    const before = used()
    const { taken, seconds: took } = await hammer(address, hammering)
    const after = used()
    lines.push({
      what: `${what}, ${name}`,
      rate: rounded(taken.length / took),
      p50: rounded(percentile(taken, 50)),
      p99: rounded(percentile(taken, 99)),
      'product CPU ms': rounded((after[0] - before[0]) / taken.length, 2),
      'database CPU ms': rounded((after[1] - before[1]) / taken.length, 2),
      load: machineLoad(),
    })
    say(`${what}, ${name}: ${rounded(taken.length / took)} a second`)
  }
  return lines
}

/** Of a process and those that it started. */
function cpuMsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const own = children.filter((child) => child !== '' && isNode(Number(child))).map(Number)
  return [pid, ...own].reduce((sum, each) => sum + accountOf(each).cpuMs, 0)
}

/** The database is a child too, and counts by itself. */
function isNode(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('run-product')
}

async function openTickets(dataFolder: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl(dataFolder) })
  await owner.connect()
  const { rows } = await owner.query<{ id: number }>(
    "select id from tickets where company_id = 1 and status = 'open' order by id limit 500",
  )
  await owner.end()
  return rows.map(({ id }) => `/messages/${id}`)
}
