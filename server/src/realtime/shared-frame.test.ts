import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CompanyId } from '@balcao/domain/ids'
import { Server, type Socket } from 'socket.io'
import { io, type Socket as Page } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildEventFrame, sendFrame } from './shared-frame'
import { emitToSockets } from './socket-server'

const company = 7 as CompanyId
let http: HttpServer
let sockets: Server
let url: string
const pages: Page[] = []
/** The bytes of a packet without its text. */
const around = '42["n",""]'.length

beforeEach(async () => {
  http = createServer()
  sockets = new Server(http, { maxHttpBufferSize: 1 << 20 })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await sockets.close()
})

/** A page, the server's socket for it, and its received events. */
async function aPage(...transports: ('websocket' | 'polling')[]) {
  const connected = once(sockets, 'connection') as Promise<[Socket]>
  const page = io(url, { transports, reconnection: false, forceNew: true })
  pages.push(page)
  const inbound: unknown[] = []
  page.on('n', (payload: unknown) => inbound.push(payload))
  page.on('asked', (answer: () => void) => answer())
  const [[socket]] = await Promise.all([
    connected,
    new Promise<void>((resolve) => page.on('connect', () => resolve())),
  ])
  return {
    socket,
    receivedUnder: (hear: (name: string) => void) =>
      page.onAny((name: string) => name !== 'asked' && hear(name)),
    /** The events so far, in order. */
    async received() {
      await socket.timeout(10_000).emitWithAck('asked')
      return inbound
    },
  }
}

test.each([
  ['empty', ''],
  ['in the last short frame', 'x'.repeat(125 - around)],
  ['in the first of two bytes', 'x'.repeat(126 - around)],
  ['in the last of two bytes', 'x'.repeat(0xffff - around)],
  ['in the first of eight bytes', 'x'.repeat(0x10000 - around)],
  ['of letters that take several bytes', 'ação 👋 '.repeat(9_000)],
])('ARCH 6 a shared frame is received like an event of Socket.IO: a text %s', async (_, text) => {
  const page = await aPage('websocket')

  expect(sendFrame(page.socket, buildEventFrame('n', text))).toBe(true)

  expect(await page.received()).toEqual([text])
})

test('RT-01 ARCH 6 WebSocket and polling pages get the same events, each once', async () => {
  const [first, second, polling] = [
    await aPage('websocket'),
    await aPage('websocket'),
    await aPage('polling'),
  ]
  const ids = [first, second, polling].map(({ socket }) => socket.id)

  emitToSockets(sockets, company, ids, { channel: 'n', payload: { action: 'update', ticketId: 1 } })

  const payloads = [{ action: 'update', ticketId: 1 }]
  expect(await Promise.all([first.received(), second.received(), polling.received()])).toEqual([
    payloads,
    payloads,
    payloads,
  ])
})

test.each(['websocket', 'polling'] as const)(
  'RT-22 further channels reach a page together with the first: %s',
  async (transport) => {
    const page = await aPage(transport)
    const names: string[] = []
    page.receivedUnder((name) => names.push(name))

    const payload = { text: 'ação' }
    emitToSockets(sockets, company, [page.socket.id], { channel: 'n', payload, alsoOn: ['older', 'oldest'] })

    expect(await page.received()).toEqual([payload])
    expect(names).toEqual(['n', 'older', 'oldest'])
  },
)

test.each(['websocket', 'polling'] as const)(
  'ARCH 6 events to one page and events to all reach it in order: %s',
  async (transport) => {
    const page = await aPage(transport)
    const together = (payload: number) =>
      emitToSockets(sockets, company, [page.socket.id], { channel: 'n', payload })

    together(1)
    page.socket.emit('n', 2)
    together(3)
    together(4)
    page.socket.emit('n', 5)

    expect(await page.received()).toEqual([1, 2, 3, 4, 5])
  },
)

test('RT-01 ARCH 6 a polling page gets frames after its upgrade to a WebSocket', async () => {
  const page = await aPage('polling', 'websocket')
  const { conn } = page.socket
  if (conn.transport.name !== 'websocket') await new Promise((resolve) => conn.once('upgrade', resolve))

  expect(sendFrame(page.socket, buildEventFrame('n', 'depois'))).toBe(true)

  expect(await page.received()).toEqual(['depois'])
})

test('ARCH 6 a socket that has closed meanwhile does not affect the others', async () => {
  const [gone, stays] = [await aPage('websocket'), await aPage('websocket')]
  const ids = [gone, stays].map(({ socket }) => socket.id)
  gone.socket.conn.close()

  emitToSockets(sockets, company, ids, { channel: 'n', payload: 1 })

  expect(await stays.received()).toEqual([1])
})
