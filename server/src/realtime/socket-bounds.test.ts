import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo, Socket as TcpSocket } from 'node:net'
import { readySocketMessage, roomSocketMessageNames, userStatusSocketMessage } from '@balcao/contract/live'
import type { CompanyId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { Server } from 'socket.io'
import { io, type Socket as Page } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { singleProcessBus } from '../platform/cluster/bus'
import { createSingleNode } from '../platform/cluster/node'
import { until } from '../testing/until'
import { maxUnreadBytes, packetRateLimit, slowSocketConnectionLimits } from './guard-connection'
import { closeSocketServer, destroyAllSockets, emitToSockets, startSocketServer } from './socket-server'
import { createSubscriberRegistry, type SubscriberRegistry } from './subscriber-registry'

const company = 7 as CompanyId
const channelName = 'company-7-ticket'
let now: Date
let http: HttpServer
let sockets: Server
let subscribers: SubscriberRegistry
let url: string
let shownChanges: TicketId[]
let seen: UserId[]
let warnings: unknown[]
/** The number of pending handshakes; they wait until `letIn`. */
let asked: number
let letIn: Promise<void>
const pages: Page[] = []
const bareSockets: WebSocket[] = []

beforeEach(async () => {
  now = new Date('2026-05-04T12:00:00Z')
  shownChanges = []
  seen = []
  warnings = []
  asked = 0
  letIn = Promise.resolve()
  await open(createSubscriberRegistry(createSingleNode(1), { ofPerson: 3, ofCompany: 4 }))
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  for (const socket of bareSockets.splice(0)) socket.terminate()
  await sockets.close()
})

async function open(book: SubscriberRegistry): Promise<void> {
  subscribers = book
  http = createServer()
  sockets = startSocketServer(http, {
    clock: { now: () => now, after: () => () => {} },
    log: { warn: (facts: unknown) => warnings.push(facts) },
    subscribers,
    bus: singleProcessBus,
    addSubscriber: async ({ accessToken }) => {
      asked++
      await letIn
      return personOf(Number(accessToken))
    },
    viewerOf: async (_, sessionId) => personOf(Number(sessionId)),
    allowedOrigins: [],
    followPage: () => (ticketId) => shownChanges.push(ticketId),
    onSeen: ({ userId }) => seen.push(userId),
    onTyping: () => {},
    onPresence: () => {},
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

function personOf(id: number): PersonActor {
  // The fields of a person that the sockets read.
  return { kind: 'person', userId: id as UserId, companyId: company, sessionId: String(id) } as PersonActor
}

/** A page of the person with this number that is a subscriber; `isClosed` is true once the server has closed it. */
async function aPage(person: number, ...transports: ('websocket' | 'polling')[]) {
  const page = io(url, {
    transports: transports.length > 0 ? transports : ['websocket'],
    auth: { token: String(person) },
    reconnection: false,
    forceNew: true,
  })
  pages.push(page)
  let isClosed = false
  page.on('disconnect', () => {
    isClosed = true
  })
  await new Promise<void>((resolve) => {
    page.on(readySocketMessage, resolve)
    page.on('disconnect', () => resolve())
  })
  return { page, isClosed: () => isClosed }
}

/** A WebSocket that sends Engine.IO packets by hand. */
async function aBareSocket(): Promise<{ socket: WebSocket; closed: Promise<unknown> }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  bareSockets.push(socket)
  const closed = once(socket, 'close')
  await once(socket, 'message') // the handshake packet
  return { socket, closed }
}

describe('limits of packets from a page', () => {
  test('a page that reconnects and joins everything stays connected, with all its views', async () => {
    const { page, isClosed } = await aPage(1)
    for (let time = 0; time < 5; time++) {
      for (let id = 1; id <= 50; id++) page.emit(roomSocketMessageNames.chatBox.join, String(id))
      if (time < 4)
        for (let id = 1; id <= 50; id++) page.emit(roomSocketMessageNames.chatBox.leave, String(id))
    }
    page.emit(roomSocketMessageNames.notification.join)

    const [subscriber] = subscribers.ofUser(company, 1 as UserId)
    await until('the last word is read', () => subscriber?.views.notification === true)
    expect([...(subscriber?.views.chatBoxes ?? [])]).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
    expect(isClosed()).toBe(false)
  })

  test.each(['websocket', 'polling'] as const)('a page that keeps sending is cut off: %s', async (way) => {
    const { page, isClosed } = await aPage(1, way)

    for (let time = 0; time <= packetRateLimit.atOnce; time++) {
      page.emit(
        time % 2 === 0 ? roomSocketMessageNames.chatBox.join : roomSocketMessageNames.chatBox.leave,
        1,
      )
    }
    await until('it is cut off', isClosed)

    expect(shownChanges.length).toBeLessThanOrEqual(packetRateLimit.atOnce + 1)
    expect(subscribers.ofUser(company, 1 as UserId)).toEqual([])
    expect(warnings).toEqual([{ why: 'packets' }])
  })

  test('the allowance refills with time', async () => {
    const { page, isClosed } = await aPage(1)
    const [subscriber] = subscribers.ofUser(company, 1 as UserId)
    for (let second = 0; second < 40; second++) {
      const status = second % 2 === 0 ? 'join' : 'leave'
      for (let time = 0; time < packetRateLimit.perSecond; time++)
        page.emit(roomSocketMessageNames.notification[status])
      await until(`second ${second} is read`, () => subscriber?.views.notification === (status === 'join'))
      now = new Date(now.getTime() + 1_000)
    }

    expect(isClosed()).toBe(false)
  })

  test('a page may send text only, no binary data', async () => {
    const { page, isClosed } = await aPage(1)

    page.emit(roomSocketMessageNames.chatBox.join, Buffer.from('1'))

    await until('it is cut off', isClosed)
  })

  test('a second handshake before the first is answered closes the connection', async () => {
    let open = () => {}
    letIn = new Promise((resolve) => {
      open = resolve
    })
    const { socket, closed } = await aBareSocket()

    for (let time = 0; time < 20; time++) socket.send('40{"token":"1"}')
    await closed
    open()

    expect(asked).toBe(1)
    expect(subscribers.ofUser(company, 1 as UserId)).toEqual([])
  })

  test('RT-17 presence signs of a person are stored once in five seconds', async () => {
    const { page } = await aPage(1)
    const [subscriber] = subscribers.ofUser(company, 1 as UserId)
    for (let time = 0; time < 20; time++) page.emit(userStatusSocketMessage)
    page.emit(roomSocketMessageNames.notification.join)
    await until('all are read', () => subscriber?.views.notification === true)
    expect(seen).toEqual([1])

    now = new Date(now.getTime() + 5_000)
    page.emit(userStatusSocketMessage)

    await until('it is noted again', () => seen.length === 2)
  })
})

describe('subscribers', () => {
  test('a person and a company have a limit, and a closed subscriber frees its place', async () => {
    const own = [await aPage(1), await aPage(1), await aPage(1)]
    const fourth = await aPage(1)
    const colleague = await aPage(2)
    const tooMany = await aPage(3)

    expect([...own, fourth, colleague, tooMany].map(({ isClosed }) => isClosed())).toEqual([
      false,
      false,
      false,
      true,
      false,
      true,
    ])
    own[0]?.page.close()
    await until('a place is free', () => subscribers.ofUser(company, 1 as UserId).length === 2)
    expect((await aPage(1)).isClosed()).toBe(false)
  })
})

describe('a page that does not read', () => {
  const words = 'x'.repeat(256 << 10)
  /** Includes what the buffers of operating system and network hold, generously. */
  const most = (maxUnreadBytes + (64 << 20)) / words.length

  /** Is a subscriber and stops reading. */
  async function aDeafSocket(person = 1): Promise<void> {
    const { socket } = await aBareSocket()
    socket.send(`40{"token":"${person}"}`)
    await until('it has its subscriber', () => subscribers.ofUser(company, person as UserId).length === 1)
    pauseReading(socket)
  }

  function pauseReading(socket: WebSocket): void {
    const { _socket: tcp } = socket as unknown as { _socket: TcpSocket } // by its name in ws
    tcp.pause()
  }

  test.each<[string, () => void]>([
    [
      'to it alone',
      () => subscribers.ofUser(company, 1 as UserId)[0]?.emit({ channel: channelName, payload: words }),
    ],
    [
      'to many together',
      () => {
        const ids = subscribers.ofUser(company, 1 as UserId).flatMap(({ socketId = [] }) => socketId)
        emitToSockets(sockets, company, ids, { channel: channelName, payload: words })
      },
    ],
  ])('is cut off above the limit of unread bytes, with events sent %s', async (_, send) => {
    await aDeafSocket()

    let sent = 0
    while (subscribers.ofUser(company, 1 as UserId).length > 0 && sent < most) {
      send()
      sent++
      await new Promise(setImmediate)
    }

    expect(subscribers.ofUser(company, 1 as UserId)).toEqual([])
    expect(sent).toBeGreaterThan(maxUnreadBytes / words.length)
    expect(sent).toBeLessThan(most)
    expect(warnings).toEqual([{ why: 'unread' }])
  })

  test('beyond the number of pages behind, the one behind for longest is cut off', async () => {
    await sockets.close()
    await open(createSubscriberRegistry())
    const people = Array.from({ length: slowSocketConnectionLimits.connections + 1 }, (_, at) => at + 1)
    for (const person of people) await aDeafSocket(person)

    for (const person of people) {
      const [subscriber] = subscribers.ofUser(company, person as UserId)
      for (let sent = 0; sent < 3; sent++) subscriber?.emit({ channel: channelName, payload: words })
    }

    const left = [...subscribers.ofCompany(company)].map(({ viewer }) => viewer.userId)
    expect(left).toEqual(people.slice(1))
  })

  test('a page that reads gets as much and stays connected', async () => {
    const { page, isClosed } = await aPage(1)
    let received = 0
    page.on(channelName, () => received++)

    for (let sent = 0; sent < 3 * (maxUnreadBytes / words.length); sent++) {
      subscribers.ofUser(company, 1 as UserId)[0]?.emit({ channel: channelName, payload: words })
      await until('it is received', () => received === sent + 1)
    }

    expect(isClosed()).toBe(false)
  })

  test('is cut off at once when the database is lost', async () => {
    await aDeafSocket()
    const { socket } = await aBareSocket()
    pauseReading(socket)
    const never = { after: () => () => {} }

    destroyAllSockets(sockets)

    expect(subscribers.ofUser(company, 1 as UserId)).toEqual([])
    await expect(closeSocketServer(sockets, never)).resolves.toBeUndefined()
  })

  test('does not delay the shutdown, with a subscriber or without: it is cut off', async () => {
    await aDeafSocket()
    const { socket } = await aBareSocket()
    pauseReading(socket)
    let cutOffRest = () => {}
    const clock = {
      after: (_: number, task: () => void) => {
        cutOffRest = task
        return () => {}
      },
    }

    const ended = closeSocketServer(sockets, clock)
    cutOffRest()

    await expect(ended).resolves.toBeUndefined()
  })
})
