import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { until } from '../../testing/until'
import { isOnDebian } from './install-on-debian'
import { accepts, freePort } from './loopback-port'

const isLong = process.env.TEST_LONG === '1'

/** A Redis of the machine, on a port of its own. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
}

/** Whether this machine has Redis. `npm run test:long` installs it on Debian, for root. */
export const hasRedis = haveRedis(isLong)

export function haveRedis(mayInstall: boolean): boolean {
  return isOnDebian(() => spawnSync('redis-server', ['--version']).status === 0, 'redis-server', mayInstall)
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
      const begun = child
      process.once('exit', () => begun.kill('SIGKILL'))
      await until('Redis answers', () => accepts(port))
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
