import { batchRequestPath } from '@balcao/contract/client'
import { listConnections } from '@balcao/contract/connections'
import { getSessionUser, refreshAccessToken } from '@balcao/contract/people'
import { listQueues } from '@balcao/contract/queues'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeServer, fakeServer, refused } from '../testing/fake-server'
import { FakeSocket } from '../testing/fake-socket'
import { aConnection, aQueue, aSessionUser } from '../testing/makers'
import { call } from './call'
import { live } from './live'
import { endSessionLocally, resumeSession } from './session'

const ana = aSessionUser()
let server: FakeServer
let socket: FakeSocket
let stop: () => void
/** The requests of the page, in order. */
let requests: string[]
let way: (address: string, request?: RequestInit) => Promise<Response>

beforeEach(async () => {
  server = fakeServer()
    .on(getSessionUser, () => ana)
    .on(refreshAccessToken, () => ({ token: 'new', user: ana }))
    .on(listQueues, () => [aQueue()])
    .on(listConnections, () => [aConnection()])
  localStorage.setItem('token', 'old')
  localStorage.setItem('userId', String(ana.id))
  await resumeSession()
  const there = globalThis.fetch
  requests = []
  way = there
  vi.stubGlobal('fetch', (address: string, request?: RequestInit) => {
    requests.push(`${request?.method} ${address}`)
    return way(address, request)
  })
  socket = new FakeSocket()
  stop = live.start(socket.open)
})
afterEach(() => {
  endSessionLocally()
  stop()
  localStorage.clear()
})

const both = () => Promise.all([call(listQueues), call(listConnections)])

describe('questions that wait for the subscriber', () => {
  it('are sent in one request, and each gets its own answer', async () => {
    const asking = both()
    socket.subscribe()

    expect(await asking).toEqual([[aQueue()], [aConnection()]])
    expect(requests).toEqual([`POST ${batchRequestPath}`])
  })

  it('an equal question of several components is sent once', async () => {
    const asking = Promise.all([call(listQueues), call(listQueues), both()])
    socket.subscribe()

    expect(await asking).toEqual([[aQueue()], [aQueue()], [[aQueue()], [aConnection()]]])
    expect(requests).toEqual([`POST ${batchRequestPath}`])
    expect(server.received(listQueues)).toHaveLength(1)
  })

  it('a single waiting question is sent alone, and so are later ones', async () => {
    const asking = call(listQueues)
    socket.subscribe()
    await asking

    await both()

    expect(requests).toEqual(['GET /queue', 'GET /queue', 'GET /whatsapp'])
  })

  it('are refused one by one: an expired token is renewed, and the question repeated', async () => {
    server.on(listConnections, ({ token }) => {
      if (token === 'old') throw refused('ERR_ACCESS_TOKEN')
      return [aConnection()]
    })

    const asking = both()
    socket.subscribe()

    expect(await asking).toEqual([[aQueue()], [aConnection()]])
    expect(requests).toEqual([`POST ${batchRequestPath}`, 'POST /auth/refresh_token', 'GET /whatsapp'])
  })

  it.each<[string, () => Promise<Response>]>([
    ['cannot be asked', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is refused as a whole', async () => new Response('{"error":"ERR_NOT_FOUND"}', { status: 404 })],
    ['is answered in part', async () => new Response('{"at":0,"status":200,"answer":[]}\n{"at":1,"sta')],
    ['is answered by a gateway', async () => new Response('<html>\n</html>\n')],
  ])('are sent alone where the batch %s', async (_, answer) => {
    const there = way
    way = (address, request) => (address === batchRequestPath ? answer() : there(address, request))

    const asking = both()
    socket.subscribe()

    expect((await asking)[1]).toEqual([aConnection()])
    expect(requests).toContain('GET /whatsapp')
  })

  it('are answered in the order of arrival, in any chunks', async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const say = (words: string) => writer.write(new TextEncoder().encode(words))
    way = async () => new Response(readable)
    const [queues, connections] = [call(listQueues), call(listConnections)]
    socket.subscribe()

    void say('{"at":1,"status":200,"ans')
    void say('wer":[]}\n')
    expect(await connections).toEqual([])
    void say(`{"at":0,"status":200,"answer":${JSON.stringify([aQueue({ name: 'Ação' })])}}\n`)
    expect((await queues)[0]?.name).toBe('Ação')
    await writer.close()
  })
})
