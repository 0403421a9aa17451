import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net'
import { Agent } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { graphClient } from './graph'
import { GraphUnreachable } from './graph-error'
import { missingMetaIdError } from './upload'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function addressOf(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function call(url: string, more: object = {}): Promise<unknown> {
  const client = graphClient({ url, version: 'v26.0', mediaHost: 'x', ...more }, 'secret-token')
  return client.call({ method: 'POST', path: ['1', 'messages'], json: {} }, z.object({ ok: z.literal(true) }))
}

async function errorOf(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => 'resolved',
    (error: unknown) => error,
  )
}

async function answering(answer: RequestListener): Promise<string> {
  return `http://${await addressOf(createServer(answer))}`
}

test('the token goes in the header, and no redirect is followed', async () => {
  const seen: unknown[] = []
  const elsewhere = await answering((request, response) => {
    seen.push(request.url)
    response.end('{"ok":true}')
  })
  const url = await answering((request, response) => {
    seen.push(request.url, request.headers.authorization)
    response.writeHead(302, { location: elsewhere }).end()
  })

  expect(await errorOf(call(url))).toMatchObject({ name: 'GraphError', status: 302, code: null })
  expect(seen).toEqual(['/v26.0/1/messages', 'Bearer secret-token'])
})

test.each([
  ['nothing', ''],
  ['no JSON', '<html>'],
  ['another shape', '{"ok":1}'],
])('a 200 with %s leaves open whether the call was carried out', async (_, body) => {
  const url = await answering((_request, response) => response.end(body))

  expect(await errorOf(call(url))).toMatchObject({ name: 'GraphError', isUnclear: true })
})

test('an answer larger than any of Meta is given up', async () => {
  const url = await answering((_, response) => response.end('x'.repeat(9 * 1024 * 1024)))

  expect(await errorOf(call(url))).toMatchObject({ mayHaveArrived: true })
})

test('a server that says nothing within the time limit may have taken the call', async () => {
  const url = await answering(() => {})

  expect(await errorOf(call(url, { timeoutMs: 200 }))).toMatchObject({ mayHaveArrived: true })
})

test.each([
  ['a port where nothing listens', async () => 'http://127.0.0.1:1'],
  [
    'a server that ends the TLS handshake',
    async () => `https://${await addressOf(createNetServer((socket) => socket.destroy()))}`,
  ],
  [
    'a certificate that nothing vouches for, or no TLS',
    async () =>
      `https://${await addressOf(createNetServer((socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n')))}`,
  ],
])('with %s the call has surely not arrived', async (_, urlOf) => {
  const error = await errorOf(call(await urlOf()))

  expect(error).toBeInstanceOf(GraphUnreachable)
  expect(error).toMatchObject({ mayHaveArrived: false })
})

test('with a connector that refuses the address the call has surely not arrived', async () => {
  const dispatcher = new Agent({ connect: (_, callback) => callback(new Error('address refused'), null) })

  expect(await errorOf(call('http://graph.example', { dispatcher }))).toMatchObject({ mayHaveArrived: false })
})

test('no error shows the token', async () => {
  const failures = [
    await errorOf(call('http://127.0.0.1:1')),
    await errorOf(call('nonsense:')),
    missingMetaIdError,
  ]

  for (const failure of failures) expect(String(failure)).not.toContain('secret-token')
})
