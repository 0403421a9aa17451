import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A load balancer over TCP, as HAProxy in its simplest configuration: it asks `/ready` and takes turns. */
export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

const checkEveryMs = 100

/** `urls` gives the addresses behind it at each check. */
export async function startBalancer(urls: () => readonly string[]): Promise<Balancer> {
  let ready: readonly string[] = urls()
  let turn = 0
  let isClosed = false
  const sockets = new Set<Socket>()

  const server = createServer((client) => {
    follow(client)
    pass(client, ready.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  const checking = check()

  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      isClosed = true
      for (const socket of sockets) socket.destroy()
      await Promise.all([new Promise((resolve) => server.close(resolve)), checking])
    },
  }

  /** Connects to the next ready address; another one is tried when it refuses. */
  function pass(client: Socket, tries: number): void {
    const url = ready[turn++ % Math.max(1, ready.length)]
    if (url === undefined || tries === 0) return void client.destroy()
    const { hostname, port } = new URL(url)
    const behind = connect(Number(port), hostname)
    follow(behind)
    behind.once('connect', () => {
      client.pipe(behind).pipe(client)
      client.once('close', () => behind.destroy())
      behind.once('close', () => client.destroy())
    })
    behind.once('error', () => {
      if (behind.readyState !== 'open' && behind.bytesWritten === 0) pass(client, tries - 1)
    })
  }

  function follow(socket: Socket): void {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => undefined) // a killed process resets its sockets; the close that follows is handled
    socket.once('close', () => sockets.delete(socket))
  }

  async function check(): Promise<void> {
    while (!isClosed) {
      const answers = await Promise.all(urls().map(async (url) => ((await isReady(url)) ? [url] : [])))
      ready = answers.flat()
      await pause(checkEveryMs)
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(1_000), keepalive: false })
    return ok
  } catch {
    return false
  }
}
