import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { until } from '../../testing/until'
import { isOnDebian } from './install-on-debian'
import { accepts, freePort } from './loopback-port'

const program = '/usr/sbin/haproxy'

/** A HAProxy of the machine, with a configuration of `deploy`. */
export interface Haproxy {
  /** `127.0.0.1:PORT`, the same after restarts. */
  readonly address: string
  start(): Promise<void>
  /** `kill -9`: its connections are reset. */
  kill(): Promise<void>
  /** How many servers of its first backend it takes for ready. */
  up(): Promise<number>
  close(): Promise<void>
}

/** Installs it on Debian, for root. */
export function hasHaproxy(): boolean {
  return isOnDebian(() => spawnSync(program, ['-v']).status === 0, 'haproxy', true)
}

/** Starts HAProxy. `configure` writes its configuration for the address at which it listens. */
export async function startHaproxy(configure: (address: string) => string): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const port = await freePort()
  const address = `127.0.0.1:${port}`
  const statistics = join(folder, 'statistics')
  await writeFile(file, `global\n    stats socket ${statistics}\n${configure(address)}`)
  let child: ChildProcess | undefined
  const haproxy: Haproxy = {
    address,
    async start() {
      child = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
      const begun = child
      process.once('exit', () => begun.kill('SIGKILL'))
      await until('HAProxy answers', () => accepts(port))
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async up() {
      const socket = connect(statistics).end('show stat\n')
      const servers = (await text(socket)).split('\n').map((line) => line.split(','))
      const [first] = servers.filter(([, server]) => server === 'BACKEND').map(([backend]) => backend)
      return servers.filter(
        ([backend, server, ...values]) => backend === first && server !== 'BACKEND' && values[15] === 'UP',
      ).length
    },
    async close() {
      await haproxy.kill()
      await rm(folder, { recursive: true })
    },
  }
  await haproxy.start()
  return haproxy
}

const configuration = fileURLToPath(new URL('../../../../deploy/haproxy.cfg', import.meta.url))

/** Starts HAProxy with the shipped `deploy/haproxy.cfg`, with these addresses of processes in place of its own. */
export function balanceByHaproxy(urls: readonly string[]): Promise<Haproxy> {
  return startHaproxy((address) =>
    readFileSync(configuration, 'utf8')
      .replace('bind :80', `bind ${address}`)
      .replace(/server api(\d) api\d:8080/g, (line, nth) => {
        const url = urls[Number(nth) - 1]
        if (url === undefined) throw new Error(`no process for "${line}"`)
        return `server api${nth} ${new URL(url).host}`
      }),
  )
}
