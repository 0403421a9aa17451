import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { login } from '@balcao/contract/people'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { callsWith } from '../../e2e/src/calls'
import { admin } from '../../e2e/src/product'
import { findFreePort } from '../../server/src/platform/embedded-postgres/postmaster'
import { accountOf, peakMbOf } from './accounts'
import { rounded } from './figures'
import { copyOfGeneratedData } from './generate/generated-data'
import { hammer } from './hammer'
import { type Line, report } from './report'

const factor = Number(process.env.BENCH_FACTOR ?? 1)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const starts = 3
const restMs = 20_000
const root = fileURLToPath(new URL('../../', import.meta.url))

interface Started {
  readonly pid: number
  readonly ms: number
  stop(): Promise<void>
}

/** `npm start` on generated data until it answers, and its resident memory at rest and under load, uncollected. */
export async function start(): Promise<void> {
  const simulator = await startSimulator({ seed: 'bench', history: false })
  const folder = await copyOfGeneratedData(factor, simulator.url)
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(port),
    WHATSAPP_SIMULATOR_URL: simulator.url,
    SEARCHES_PER_MINUTE: '1000000', // one user who never pauses
  }
  try {
    const times: number[] = []
    for (let at = 0; at < starts; at++) {
      const product = await startWithNpm(env, address)
      times.push(product.ms)
      if (at < starts - 1) await product.stop()
      else report('start', [startLine(times), ...(await memoryLines(product, address))])
    }
  } finally {
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function startLine(times: readonly number[]): Line {
  return {
    what: 'npm start until /health answers',
    p50: rounded(times.toSorted((a, b) => a - b)[1] ?? Number.NaN, 0),
    'all ms': times.map((ms) => rounded(ms, 0)).join(' '),
  }
}

async function memoryLines(product: Started, address: string): Promise<Line[]> {
  try {
    await pause(restMs)
    const idle = accountOf(product.pid).residentMb
    const { token } = await callsWith(address, null)(login, { body: admin })
    const list = '/tickets?status=open&showAll=true&pageNumber=1'
    const answer = await fetch(address + list, { headers: { authorization: `Bearer ${token}` } })
    const { tickets }: { tickets: { id: number }[] } = await answer.json()
    const paths = tickets.map(({ id }) => `/messages/${id}`)
    const load = { token, atOnce: 16, seconds }
    for (const path of [list, `${paths[0]}?pageNumber=1`, '/tickets?searchParam=entrega&showAll=true'])
      await hammer(address + path, load)
    await hammer(address, { ...load, post: { paths, text: 'Bom dia! O seu pedido saiu agora.' } })
    return [
      { what: 'memory idle', 'resident MB': rounded(idle) },
      { what: 'memory, the peak of four loads', 'resident MB': rounded(peakMbOf(product.pid)) },
    ]
  } finally {
    await product.stop()
  }
}

async function startWithNpm(env: NodeJS.ProcessEnv, address: string): Promise<Started> {
  const begin = performance.now()
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(npm, 'exit')
  while (!(await answers(address))) {
    if (npm.exitCode !== null) throw new Error('The product ended before it answered')
    await pause(10)
  }
  const ms = performance.now() - begin
  const pid = productOf(npm.pid ?? 0)
  return {
    pid,
    ms,
    async stop() {
      process.kill(pid, 'SIGTERM')
      await ended
    },
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(`${address}/health`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** npm runs a shell, which runs the product. */
function productOf(npm: number): number {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [parentOf(name), Number(name)]),
  )
  let pid = npm
  for (let child = parents.get(pid); child !== undefined && !isProduct(pid); child = parents.get(pid))
    pid = child
  if (!isProduct(pid)) throw new Error('npm runs no product')
  return pid
}

function isProduct(pid: number): boolean {
  return /^[^\0]*node\0[^\0]*tools\/start\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return Number.NaN // it has ended meanwhile
  }
}
