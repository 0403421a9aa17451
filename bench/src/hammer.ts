import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'

export interface Hammering {
  readonly token?: string
  readonly atOnce: number
  readonly seconds: number
  /** Posts this text to each of the paths in turn. Without it the address is read. */
  readonly post?: { readonly paths: readonly string[]; readonly text: string }
}

export interface Hammered {
  /** Milliseconds of each call. */
  readonly taken: readonly number[]
  readonly seconds: number
}

const program = fileURLToPath(new URL('hammer-process.mjs', import.meta.url))

/**
 * Repeats one request with so many in parallel for so long, from a process of its own. Rejects with the first answer
 * other than 200.
 */
export async function hammer(url: string, hammering: Hammering): Promise<Hammered> {
  const child = fork(program)
  const over = new AbortController()
  try {
    child.send({ url, ...hammering })
    const end = once(child, 'exit', { signal: over.signal }).then(() => {
      throw new Error(`The calls of ${url} ended early`)
    })
    const [hammered] = await Promise.race([once(child, 'message', { signal: over.signal }), end])
    return hammered
  } finally {
    over.abort()
    child.kill()
  }
}

/** Node's own client: `fetch` would cost more than some of the servers. */
export function requestOnce(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  body?: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    request(url, { method, agent, headers: { ...headers, ...type } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.once('end', resolve)
    })
      .once('error', reject)
      .end(body)
  })
}
