import type { Server as HttpServer, IncomingMessage } from 'node:http'
import {
  channelAliasesOf,
  readySocketMessage,
  roomSocketMessageNames,
  type TypingActivity,
  typingSocketMessage,
  userStatusSocketMessage,
} from '@balcao/contract/live'
import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { PersonActor } from '@balcao/domain/people'
import { hasPermission } from '@balcao/domain/permissions'
import { type TicketStatus, ticketStatuses } from '@balcao/domain/tickets'
import fastifyCookie from '@fastify/cookie'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { Clock } from '../platform/clock'
import type { Bus } from '../platform/cluster/bus'
import type { SocketMessage } from '../platform/live/event-kind'
import type { Log } from '../platform/log'
import type { LookUpSessionPerson } from './delivery'
import {
  assignSocketConnectionCompany,
  destroySocketConnection,
  limitSocketTraffic,
} from './guard-connection'
import { buildEventFrame, sendFrame } from './shared-frame'
import type { OpenSubscriber, SubscriberRegistry } from './subscriber-registry'

/** Finds the person of a handshake. Null: the handshake is refused (RT-25). */
export type AuthenticateHandshake = (handshake: {
  accessToken: string | null
  refreshCookie: string | null
}) => Promise<PersonActor | null>

export interface SocketDependencies {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly subscribers: SubscriberRegistry
  readonly bus: Pick<Bus, 'follow' | 'unfollow' | 'onGap'>
  readonly addSubscriber: AuthenticateHandshake
  readonly viewerOf: LookUpSessionPerson
  readonly allowedOrigins: readonly string[]
  /** Called when the person of this subscriber is at the screen (RT-17). */
  readonly onSeen: (actor: PersonActor) => void
  /** Registers a page; `isShown` is true for tickets it shows. Call the result when it opens or closes one. */
  readonly followPage: (
    companyId: CompanyId,
    isShown: (ticketId: TicketId) => boolean,
  ) => (ticketId: TicketId) => void
  /** Called when the subscriber types or records in a ticket. The callee checks the person's rights. */
  readonly onTyping: (actor: PersonActor, ticketId: TicketId, doing: TypingActivity) => void
  /** Called when a subscriber of this person was added or removed. */
  readonly onPresence: (actor: PersonActor) => void
}

/** The most conversations that a page may follow, which is more than any page shows. */
const maxChatBoxes = 50

/** Starts the Socket.IO server. The session, which each handshake proves, decides the socket's company and person. */
export function startSocketServer(http: HttpServer, parts: SocketDependencies): Server {
  const { clock, log, subscribers, addSubscriber, viewerOf, allowedOrigins, bus, onPresence } = parts
  const server = new Server(http, {
    pingInterval: limits.socketPing,
    pingTimeout: limits.socketPing,
    serveClient: false,
    maxHttpBufferSize: 16 << 10,
    cors: { origin: [...allowedOrigins], credentials: true },
    allowRequest: (request, decide) => decide(null, isOriginAllowed(request, allowedOrigins)),
  })
  server.engine.on('connection', (connection: Socket['conn']) =>
    limitSocketTraffic(connection, clock, (why) => log.warn({ why }, 'a socket was cut off')),
  )
  const asking = new WeakSet<Socket['conn']>()
  server.use(async (socket, next) => {
    const { conn } = socket
    // A page sends one handshake and waits for the answer, so a second one is refused.
    if (asking.has(conn)) return destroySocketConnection(conn)
    asking.add(conn)
    try {
      const actor = await addSubscriber(credentialsOf(socket))
      if (actor === null) return next(new Error('ERR_SESSION_EXPIRED'))
      socket.data.actor = actor
      next()
    } catch {
      // Every failed authentication gets the same error, so that a stranger learns nothing.
      next(new Error('ERR_SESSION_EXPIRED'))
    } finally {
      asking.delete(conn)
    }
  })
  server.on('connection', async (socket) => {
    const subscriber = subscribeOn(socket, socket.data.actor)
    if (subscribers.isFullFor(subscriber.viewer)) return subscriber.close()
    const { companyId } = subscriber.viewer
    assignSocketConnectionCompany(socket.conn, companyId)
    subscribers.add(subscriber)
    const followed = bus.follow(companyId)
    const leaveViews = followViews(socket, subscriber, parts)
    followTyping(socket, subscriber, parts)
    followStatus(socket, subscriber, parts)
    socket.on('disconnect', () => {
      subscribers.remove(subscriber)
      bus.unfollow(companyId)
      leaveViews()
      onPresence(subscriber.viewer)
    })
    // The rights may have changed since the handshake. If they cannot be read now, the page reconnects by itself.
    const viewer = await viewerOf(companyId, subscriber.sessionId).catch(() => null)
    await followed
    if (viewer === null) return subscriber.close()
    subscriber.viewer = viewer
    socket.emit(readySocketMessage)
    onPresence(viewer)
  })
  bus.onGap(() => reconnectPages(server, clock))
  return server
}

/** When events may be lost, all pages are disconnected within this time, so that they reconnect and fetch again. */
const reconnectingMs = 1_500

function reconnectPages(server: Server, clock: Clock): void {
  const connections = connectionsOf(server)
  for (const [at, connection] of connections.entries())
    clock.after((reconnectingMs * at) / connections.length, () => destroySocketConnection(connection))
}

/** All connections, including those that are not authenticated yet. */
function connectionsOf(server: Server): readonly Socket['conn'][] {
  // Only Engine.IO has these connections, and its type declarations lack them.
  const { clients } = server.engine as unknown as { readonly clients: Record<string, Socket['conn']> }
  return Object.values(clients)
}

const farewellMs = 1_000

/** Closes all sockets in an orderly way, and cuts off those that do not answer in time. */
export async function closeSocketServer(server: Server, clock: Pick<Clock, 'after'>): Promise<void> {
  const callOff = clock.after(farewellMs, () => destroyAllSockets(server))
  await server.close()
  callOff()
}

/** Ends all connections without a farewell: pages connect again by themselves. */
export function destroyAllSockets(server: Server): void {
  for (const connection of connectionsOf(server)) destroySocketConnection(connection)
}

/** False for pages of other sites, which would use our cookie. A program sends no origin, and is allowed. */
function isOriginAllowed({ headers }: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return origin === `http://${host}` || origin === `https://${host}` || allowedOrigins.includes(origin)
}

function credentialsOf({ handshake }: Socket): Parameters<AuthenticateHandshake>[0] {
  const token = handshake.auth.token ?? handshake.query.token
  const cookies = fastifyCookie.parse(handshake.headers.cookie ?? '')
  return {
    // Clients of the earlier API store the token JSON-encoded.
    accessToken: typeof token === 'string' && token !== '' ? token.replace(/^"|"$/g, '') : null,
    refreshCookie: cookies.jrt ?? null,
  }
}

function subscribeOn(socket: Socket, viewer: PersonActor): OpenSubscriber {
  return {
    viewer,
    sessionId: viewer.sessionId,
    views: { statuses: new Set(), notification: false, chatBoxes: new Set() },
    spied: new Set(),
    socketId: socket.id,
    emit({ channel, payload, alsoOn = [], thenClose = false }) {
      const names = [...namesOf(channel, viewer.companyId), ...alsoOn]
      for (const name of names) socket.emit(name, payload)
      if (thenClose) socket.disconnect(true)
    },
    close: () => socket.disconnect(true),
  }
}

/** Sends an event to sockets. It is serialised once for all sockets and channels. */
export function emitToSockets(
  server: Server,
  companyId: CompanyId,
  socketIds: readonly string[],
  { channel, payload, alsoOn = [] }: SocketMessage,
): void {
  const sockets = socketIds.flatMap((id) => server.sockets.sockets.get(id) ?? [])
  for (const name of [...namesOf(channel, companyId), ...alsoOn]) {
    const frame = buildEventFrame(name, payload)
    const others = sockets.filter((socket) => !sendFrame(socket, frame)).map(({ id }) => id)
    if (others.length > 0) server.to(others).emit(name, payload)
  }
}

function namesOf(channel: string, companyId: CompanyId): readonly string[] {
  return [channel, ...channelAliasesOf(channel, companyId)]
}

function followViews(
  socket: Socket,
  subscriber: OpenSubscriber,
  { followPage }: SocketDependencies,
): () => void {
  const { views, spied } = subscriber
  const shownChanged = followPage(subscriber.viewer.companyId, (ticketId) => views.chatBoxes.has(ticketId))
  socket.on(roomSocketMessageNames.tickets.join, (status: unknown) => {
    if (isStatus(status)) views.statuses.add(status)
  })
  socket.on(roomSocketMessageNames.tickets.leave, (status: unknown) => {
    if (isStatus(status)) views.statuses.delete(status)
  })
  socket.on(roomSocketMessageNames.notification.join, () => {
    views.notification = true
  })
  socket.on(roomSocketMessageNames.notification.leave, () => {
    views.notification = false
  })
  socket.on(roomSocketMessageNames.chatBox.join, (id: unknown, how: unknown) => {
    const ticketId = ticketIdOf(id)
    if (ticketId === null || views.chatBoxes.size >= maxChatBoxes) return
    views.chatBoxes.add(ticketId)
    if (wantsToSpy(how) && hasPermission(subscriber.viewer, 'tickets.spy')) spied.add(ticketId)
    else spied.delete(ticketId)
    shownChanged(ticketId)
  })
  socket.on(roomSocketMessageNames.chatBox.leave, (id: unknown) => {
    const ticketId = ticketIdOf(id)
    if (ticketId === null || !views.chatBoxes.delete(ticketId)) return
    spied.delete(ticketId)
    shownChanged(ticketId)
  })
  return () => {
    const shown = [...views.chatBoxes]
    views.chatBoxes.clear()
    for (const ticketId of shown) shownChanged(ticketId)
  }
}

/** Handles the report of a page, every five minutes, that the user is at the screen. */
function followStatus(
  socket: Socket,
  subscriber: OpenSubscriber,
  { clock, onSeen }: SocketDependencies,
): void {
  let seenAt = Number.NEGATIVE_INFINITY
  socket.on(userStatusSocketMessage, () => {
    const now = clock.now().getTime()
    if (Math.abs(now - seenAt) < typingWindowMs) return
    seenAt = now
    onSeen(subscriber.viewer)
  })
}

/** The most typing reports within `typingWindowMs`. A page sends one at the start, every few seconds and at the end. */
const maxTypingSigns = 6
const typingWindowMs = 5_000

function followTyping(
  socket: Socket,
  subscriber: OpenSubscriber,
  { clock, onTyping }: SocketDependencies,
): void {
  let since = 0
  let signs = 0
  socket.on(typingSocketMessage, (sign: unknown) => {
    const now = clock.now().getTime()
    if (now - since >= typingWindowMs) {
      since = now
      signs = 0
    }
    const read = signOfTyping.safeParse(sign)
    if (!read.success || ++signs > maxTypingSigns) return
    const ticketId = ticketIdOf(read.data.ticketId)
    // A user who only spies on the ticket, or does not show it, cannot type in it.
    if (ticketId === null || !subscriber.views.chatBoxes.has(ticketId) || subscriber.spied.has(ticketId))
      return
    onTyping(subscriber.viewer, ticketId, read.data.doing)
  })
}

const signOfTyping = z.object({
  ticketId: z.union([z.string(), z.number()]),
  doing: z.enum(['typing', 'recording', 'nothing']),
})

function wantsToSpy(how: unknown): boolean {
  return typeof how === 'object' && how !== null && 'spy' in how && how.spy === true
}

function isStatus(value: unknown): value is TicketStatus {
  return ticketStatuses.some((status) => status === value)
}

/** Clients of the earlier API send the id as text, and "undefined" on their first render. */
function ticketIdOf(value: unknown): TicketId | null {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  // this check guarantees a valid id
  return Number.isSafeInteger(id) && id > 0 ? (id as TicketId) : null
}
