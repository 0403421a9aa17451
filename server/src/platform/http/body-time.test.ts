import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { importContacts } from '@balcao/contract/contact-imports'
import { getHealth } from '@balcao/contract/health'
import { planFlags } from '@balcao/domain/plans'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualTimers } from '../../testing/manual-timers'
import { allowedBodyMilliseconds } from './body-time'
import { createHttpServer } from './http-server'
import { defaultHttpDependencies, rejectUnexpectedCall, testUserActor } from './http-server.fixture'
import { callerRoute, publicRoute } from './route'
import { maxConcurrentUploads } from './upload'

const timers = manualTimers(() => new Date('2026-11-23T12:00:00Z'))
const waits: number[] = []
const clock = {
  ...timers,
  after: (milliseconds: number, task: () => void) => {
    waits.push(milliseconds)
    return timers.after(milliseconds, task)
  },
}
let http: FastifyInstance
let port: number
let uploadBegan: () => void

beforeAll(async () => {
  http = await createHttpServer({
    ...defaultHttpDependencies,
    routes: [
      publicRoute(getHealth, async () => ({ status: 'ok' as const })),
      callerRoute(importContacts, rejectUnexpectedCall),
    ],
    gate: {
      identify: async (bearer) => {
        if (bearer === null) throw new Error('no session')
        return { actor: { ...testUserActor, profile: 'admin' }, isPaid: true, planFlags: new Set(planFlags) }
      },
    },
    readUpload: (request) => {
      uploadBegan()
      return new Promise((_, reject) => request.raw.once('close', () => reject(new Error('closed'))))
    },
    clock,
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port // a port, not a pipe
})
afterAll(() => http.close())

test.each([
  ['a known path', 'POST /health', 'Content-Length: 900000', 900_000],
  ['an unknown path', 'POST /nothing', 'Content-Length: 900000', 900_000],
  ['an invalid address', 'POST /%ff', 'Content-Length: 900000', 900_000],
  ['a GET', 'GET /health', 'Content-Length: 900000', 900_000],
  ['a chunked body', 'POST /nothing', 'Transfer-Encoding: chunked', 1 << 20],
  ['more than any body may have', 'POST /nothing', 'Content-Length: 90000000000', 1 << 20],
  [
    'an upload above the limit, without an account',
    'POST /contacts/import',
    'Content-Length: 90000000',
    1 << 20,
  ],
])(
  'a body that does not arrive is cut off after the time for its size: %s',
  async (_, line, header, bytes) => {
    waits.length = 0
    const socket = await begin(line, header)
    const closed = once(socket, 'close')
    await expect.poll(() => waits.length).toBeGreaterThan(0)

    timers.fire()
    await closed

    expect(waits).toEqual([allowedBodyMilliseconds(bytes)])
  },
)

test('an upload of a signed-in user has the time for its own size', async () => {
  waits.length = 0
  const began = new Promise<void>((resolve) => {
    uploadBegan = resolve
  })
  const bytes = 90_000_000
  const socket = await begin(
    'POST /contacts/import',
    `Content-Length: ${bytes}\r\nContent-Type: multipart/form-data; boundary=x\r\nAuthorization: Bearer ana`,
  )
  const closed = once(socket, 'close')
  await began

  timers.fire()
  await closed

  expect(waits).toEqual([allowedBodyMilliseconds(1 << 20), allowedBodyMilliseconds(bytes)])
})

test('a fifth upload of one user is refused while four are running', async () => {
  const head =
    'Content-Length: 9000000\r\nContent-Type: multipart/form-data; boundary=x\r\nAuthorization: Bearer ana'
  const sockets = []
  for (let n = 0; n < maxConcurrentUploads; n++) {
    const began = new Promise<void>((resolve) => {
      uploadBegan = resolve
    })
    sockets.push(await begin('POST /contacts/import', head))
    await began
  }

  sockets.push(await begin('POST /contacts/import', head))

  await expect.poll(() => answers).toMatch(/^HTTP\/1\.1 429[\s\S]*ERR_TOO_MANY_UPLOADS/)
  timers.fire() // ends all five
  await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')))
})

test('a complete body leaves no timer, and its connection continues', async () => {
  const socket = await begin('POST /nothing', 'Content-Type: application/json\r\nContent-Length: 2')
  await expect.poll(timers.waiting).toBe(1)

  socket.write('}') // with the byte sent before, the whole body
  await expect.poll(timers.waiting).toBe(0)
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')

  await expect.poll(() => answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200'])
  socket.destroy()
})

let answers = ''

/** A connection with a started request, of whose body one byte was sent. */
async function begin(line: string, headers: string) {
  const socket = connect(port, '127.0.0.1')
  answers = ''
  await once(socket, 'connect')
  socket.on('error', () => undefined) // the server cuts it off
  socket.on('data', (piece) => {
    answers += piece
  })
  const body = headers.includes('chunked') ? '1\r\n{\r\n' : '{'
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`)
  return socket
}
