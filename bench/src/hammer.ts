import { Agent, get } from 'node:http'

/** Asks the same thing again and again, so many at once, for so long; gives the milliseconds of each. */
export async function hammer(
  url: string,
  { token, atOnce, seconds }: { readonly token?: string; readonly atOnce: number; readonly seconds: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const until = performance.now() + seconds * 1000
  const taken: number[] = []
  const one = async () => {
    while (performance.now() < until) {
      const begin = performance.now()
      await fetchOnce(url, agent, headers)
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
function fetchOnce(url: string, agent: Agent, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume()
      answer.once('end', resolve)
    }).once('error', reject)
  })
}
