import { batchRequestPath } from '@balcao/contract/client'
import { endpoint } from '@balcao/contract/endpoint'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log'
import { createHttpServer } from './http-server'
import { defaultHttpDependencies, testUserActor } from './http-server.fixture'
import { callerRoute } from './route'

const bug = {
  summary: 'A bug',
  access: 'session',
  planFlag: 'none',
  answer: z.unknown(),
} as const

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function serverBehind(trustedProxies: readonly string[]) {
  const lines: string[] = []
  const http = await createHttpServer({
    ...defaultHttpDependencies,
    routes: [
      callerRoute(endpoint('GET /bug', { ...bug, name: 'test.bug' }), () =>
        Promise.reject(new Error('a bug of this test')),
      ),
    ],
    gate: { identify: async () => ({ actor: testUserActor, isPaid: true, planFlags: new Set() }) },
    log: createLog({ level: 'info', isReadable: false, write: (line) => lines.push(line) }),
    trustedProxies,
  })
  closes.push(() => http.close())
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  return {
    idsOfLog: () => lines.map((line) => JSON.parse(line).requestId),
    async ask(path: string, id?: string, init: RequestInit = {}) {
      const headers = { 'content-type': 'application/json', ...(id !== undefined && { 'x-request-id': id }) }
      const answer = await fetch(`${address}${path}`, { ...init, headers })
      await answer.arrayBuffer()
      return answer.headers.get('x-request-id') ?? ''
    },
  }
}

const randomId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test.each([
  ['a listed proxy', ['127.0.0.1'], 'proxy-1.42_a', true],
  ['a proxy of a listed network', ['127.0.0.0/8'], 'a'.repeat(64), true],
  ['a listed proxy that gives too long an id', ['127.0.0.1'], 'a'.repeat(65), false],
  ['a listed proxy that gives other characters', ['127.0.0.1'], 'a b', false],
  ['an address that is not listed', ['10.0.0.1'], 'proxy-1', false],
  ['any address when no proxy is listed', [], 'proxy-1', false],
])('the id of a call through %s', async (_, trustedProxies, given, isTaken) => {
  const server = await serverBehind(trustedProxies)

  const id = await server.ask('/nothing', given)

  expect(id).toMatch(isTaken ? given : randomId)
})

test('every answer has an id of its own, errors before any route included', async () => {
  const server = await serverBehind([])

  const ids = [await server.ask('/bug'), await server.ask('/bug'), await server.ask('/tickets/%ff')]

  for (const id of ids) expect(id).toMatch(randomId)
  expect(new Set(ids).size).toBe(3)
})

test('the line of a failed call has the id of its answer, and of its batch', async () => {
  const server = await serverBehind(['127.0.0.1'])
  const long = '5511987654321'.padEnd(60, 'a') // looks like a number or a token elsewhere in the log

  const one = await server.ask('/bug')
  const batch = { method: 'POST', body: JSON.stringify({ questions: ['/bug'] }) }
  await server.ask(batchRequestPath, long, batch)

  expect(server.idsOfLog()).toEqual([one, long])
})
