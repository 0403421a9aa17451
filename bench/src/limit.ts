import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface LimitQuery {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The bare server in a process of its own: the lower bound for the same rows. */
export interface LimitServer {
  readonly url: string
  readonly pid: number
  stop(): void
}

const program = fileURLToPath(new URL('limit-server.mjs', import.meta.url))

export async function startLimit(
  database: string,
  queries: Readonly<Record<string, LimitQuery>>,
): Promise<LimitServer> {
  const env = { ...process.env, LIMIT_DATABASE: database, LIMIT_QUERIES: JSON.stringify(queries) }
  const child: ChildProcess = fork(program, { env })
  const [port] = await once(child, 'message')
  if (child.pid === undefined) throw new Error('The limit runs without a process')
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() }
}
