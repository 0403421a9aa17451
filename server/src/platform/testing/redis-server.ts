import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { until } from '../../testing/until'
import { installOnDebian } from './install-on-debian'

const isLong = process.env.TEST_LONG === '1'

/** A Redis of the machine, on a port of its own. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
}

/** Whether this machine has Redis. `npm run test:long` installs it on Debian, for root. */
export const hasRedis = isInstalled() || (isLong && installOnDebian('redis-server') && isInstalled())
if (isLong && !hasRedis)
  process.stdout.write('Left out: the bus over Redis. It needs the package redis-server of Debian.\n')

function isInstalled(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

export async function startRedisServer(): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
        stdio: 'ignore',
      })
      await until('Redis answers', () => answers(port))
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
  await server.start()
  return server
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
