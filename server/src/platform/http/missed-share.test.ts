import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { shareTargetPath } from '@balcao/contract/share'
import { limits } from '@balcao/domain/limits'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { manualTimers } from '../../testing/manual-timers'
import { createHttpServer } from './http-server'
import { defaultHttpDependencies } from './http-server.fixture'

const megabyte = Buffer.alloc(1 << 20)
const timers = manualTimers(() => new Date('2026-11-23T12:00:00Z'))
let http: FastifyInstance
let port: number

beforeAll(async () => {
  http = await createHttpServer({
    ...defaultHttpDependencies,
    routes: [],
    clock: timers,
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as AddressInfo).port // a port, not a pipe
})
afterAll(() => http.close())

describe('LOOK a share that no worker took', () => {
  test.each<[string, Record<string, string>]>([
    ['a phone, which tells no origin', { origin: 'null', 'sec-fetch-mode': 'navigate', accept: 'text/html' }],
    ['our own page', { origin: 'http://localhost:80' }],
    ['another site', { origin: 'https://evil.example' }],
    ['a program', {}],
    ['a user with a session', { authorization: 'Bearer ana', cookie: 'jrt=ana' }],
  ])('of %s redirects to the page, which reports that nothing arrived', async (_, headers) => {
    const { statusCode, headers: answered } = await http.inject({
      method: 'POST',
      url: shareTargetPath,
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nBom dia\r\n--x--\r\n',
    })

    expect([statusCode, answered.location]).toEqual([303, '/share?problem=missed'])
    expect(answered).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(answered['access-control-allow-origin']).toBeUndefined()
    expect(answered['set-cookie']).toBeUndefined()
  })

  test.each(['GET', 'PUT', 'DELETE'] as const)('is accepted as a POST; %s is not found', async (method) => {
    const answer = await http.inject({ method, url: shareTargetPath })

    expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ERR_NOT_FOUND')])
  })

  it('may be larger than any call: a browser sends all of it before it follows the answer', async () => {
    const { socket, statuses } = await posting(40 * megabyte.length)
    for (let sent = 0; sent < 40; sent++) socket.write(megabyte)

    socket.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n')

    await expect.poll(statuses, { timeout: 60_000 }).toEqual(['303', '404']) // both on one connection
    socket.destroy()
  })

  it('is cut off beyond the size of any share', async () => {
    const length = limits.share.bytes * 4
    const { socket } = await posting(length)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const send = () => {
      while (!socket.destroyed && socket.write(megabyte));
    }
    socket.on('drain', send)
    send()

    await closed

    expect(socket.bytesWritten).toBeGreaterThan(limits.share.bytes)
    expect(socket.bytesWritten).toBeLessThan(length)
  })

  it('is cut off when it is not complete in time', async () => {
    const { socket, statuses } = await posting(megabyte.length)
    const closed = new Promise((resolve) => socket.on('close', resolve))
    await expect.poll(statuses).toEqual(['303'])

    timers.fire()
    await closed

    expect(statuses()).toEqual(['303'])
  })

  it('that is complete has no time limit: its connection continues', async () => {
    const { socket, statuses } = await posting(megabyte.length)
    await expect.poll(statuses).toEqual(['303'])
    await expect.poll(timers.waiting).toBe(1)

    socket.write(megabyte)

    await expect.poll(timers.waiting).toBe(0)
    socket.write('GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await expect.poll(statuses).toEqual(['303', '404'])
    socket.destroy()
  })
})

/** A connection with a started share of this length, and the status of each answer so far. */
async function posting(length: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let answers = ''
  socket.on('data', (piece) => {
    answers += piece
  })
  socket.on('error', () => undefined) // the server cuts it off
  socket.write(`POST ${shareTargetPath} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`)
  const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  return { socket, statuses }
}
