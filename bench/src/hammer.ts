import { Agent, request } from 'node:http'

export interface Hammering {
  readonly token?: string
  readonly atOnce: number
  readonly seconds: number
  /**
   * Gets the number of the call and returns the posted body and its path under the address. Without it the address is
   * read.
   */
  readonly post?: (at: number) => { readonly path: string; readonly body: string }
}

/** Repeats one request with so many in parallel for so long; returns the milliseconds of each. */
export async function hammer(url: string, { token, atOnce, seconds, post }: Hammering): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const until = performance.now() + seconds * 1000
  const taken: number[] = []
  let asked = 0
  const one = async () => {
    while (performance.now() < until) {
      const begin = performance.now()
      const { path, body } = post?.(asked++) ?? { path: '' }
      await askOnce(url + path, agent, headers, body)
      taken.push(performance.now() - begin)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, one))
  } finally {
    agent.destroy()
  }
  return taken
}

/** Node's own client: `fetch` would cost more than some of the servers. */
export function askOnce(
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
