import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { batchRequestPath } from '@balcao/contract/client'
import { getHealth } from '@balcao/contract/health'
import { listQueues } from '@balcao/contract/queues'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { Workplace } from '../work'
import { createHttpServer } from './http-server'
import { defaultHttpDependencies, testUserActor } from './http-server.fixture'
import { publicRoute, readRoute } from './route'

const callers: Socket[] = []
let http: FastifyInstance
afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy()
  await http.close()
})

/** A server whose calls wait for their turn until the test gives it. */
async function openServer() {
  let giveTurn = () => {}
  const turn = new Promise<void>((resolve) => {
    giveTurn = resolve
  })
  const handled: string[] = []
  const reads: Promise<unknown>[] = []
  http = await createHttpServer({
    ...defaultHttpDependencies,
    signedRoutes: [
      {
        path: '/signed',
        signature: { header: 'x-signature', form: /^good$/ },
        maxBytes: 1_000,
        receiver: () => async () => {
          handled.push('signed')
          await turn
          return { status: 200, text: 'taken' }
        },
        verify: async () => ({ status: 200, text: '' }),
      },
    ],
    routes: [
      publicRoute(getHealth, async () => {
        handled.push('health')
        await turn
        return { status: 'ok' as const }
      }),
      readRoute(listQueues, async () => {
        handled.push('queues')
        return []
      }),
    ],
    gate: { identify: async () => ({ actor: testUserActor, isPaid: true, planFlags: new Set() }) },
    workplace: {
      readCompany: (_: unknown, read: (work: never) => Promise<unknown>) => {
        const done = turn.then(() => read({} as never))
        reads.push(done)
        return done
      },
    } as unknown as Workplace, // its one fetch reads nothing
  })
  await http.listen({ host: '127.0.0.1', port: 0 })
  return { handled, reads, giveTurn, ...(await call()) }
}

const port = () => (http.server.address() as AddressInfo).port // not a pipe
const address = () => `http://127.0.0.1:${port()}`

/** A new connection, and the server's end of it. */
async function call() {
  const connected = once(http.server, 'connection') as Promise<[Socket]>
  const caller = connect(port(), '127.0.0.1')
  caller.on('error', () => undefined) // the server cuts it off
  callers.push(caller)
  const [socket] = await connected
  return { caller, socket }
}

const post = (path: string, headers: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n`

test('of forty requests in one packet at most ten are handled, and the connection is closed', async () => {
  const { caller, handled, giveTurn } = await openServer()
  const closed = once(caller, 'close')

  caller.write(get('/health').repeat(40))
  await closed
  giveTurn()

  await new Promise((resolve) => setImmediate(resolve)) // the hooks of all requests have run
  expect(handled.length).toBeLessThanOrEqual(10)
  expect((await fetch(`${address()}/health`)).status).toBe(200)
})

const batch = post(
  batchRequestPath,
  'Authorization: Bearer x\r\nContent-Type: application/json',
  JSON.stringify({ questions: [listQueues.path] }),
)

test.each([
  ['a fetch', get(listQueues.path)],
  ['a HEAD', get(listQueues.path).replace('GET', 'HEAD')],
  ['a fetch in a batch', batch],
])('%s whose caller has gone before its turn is not carried out', async (_, sent) => {
  const { caller, socket, handled, reads, giveTurn } = await openServer()
  caller.write(sent)
  await expect.poll(() => reads.length).toBe(1)

  const closed = once(socket, 'close')
  caller.destroy()
  await closed
  giveTurn()

  await expect(reads[0]).rejects.toThrow('the caller has closed the connection')
  expect(handled).toEqual([])
})

test('closed connections hold no places of signed calls', async () => {
  const { handled, giveTurn } = await openServer()
  const signed = post('/signed', 'X-Signature: good\r\nContent-Type: text/plain', 'x')
  for (let connection = 1; connection <= 8; connection++) {
    const { caller, socket } = await call()
    caller.write(signed.repeat(10))
    await expect.poll(() => handled.length).toBe(connection * 10)
    const closed = once(socket, 'close')
    caller.write(signed) // one more than allowed
    await closed
  }
  giveTurn()

  const answer = await fetch(`${address()}/signed`, {
    method: 'POST',
    headers: { 'x-signature': 'good', 'content-type': 'text/plain' },
    body: 'x',
  })
  expect([answer.status, await answer.text()]).toEqual([200, 'taken'])
})
