import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The program of a company behind a webhook, which counts its calls. */
export interface Hook {
  readonly host: string
  count(): number
  /** The next call gets no answer; resolves when it has come. */
  holdNext(): Promise<void>
  close(): Promise<void>
}

export async function startHook(): Promise<Hook> {
  let calls = 0
  let onHeld: (() => void) | null = null
  const server = createServer((request, answer) => {
    calls += 1
    request.resume()
    if (onHeld === null) return void answer.end()
    onHeld()
    onHeld = null
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    host: `127.0.0.1:${port}`,
    count: () => calls,
    holdNext: () =>
      new Promise((resolve) => {
        onHeld = resolve
      }),
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
