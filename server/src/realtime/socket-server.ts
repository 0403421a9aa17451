import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { type Doing, joins, oldNamesOf, ready, typing, userStatus } from '@balcao/contract/live'
import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { PersonActor } from '@balcao/domain/people'
import { holds } from '@balcao/domain/permissions'
import { type TicketStatus, ticketStatuses } from '@balcao/domain/tickets'
import fastifyCookie from '@fastify/cookie'
import { Server, type Socket } from 'socket.io'
import { z } from 'zod'
import type { Clock } from '../platform/clock'
import type { Emission } from '../platform/live/event-kind'
import type { Log } from '../platform/log'
import type { LookUpViewer } from './delivery'
import { cutOff, guardConnection, guardForCompany } from './guard-connection'
import { frameOf, sendFrame } from './shared-frame'
import type { OpenSubscriber, SubscriberRegistry } from './subscriber-registry'

/** Who sits down: by access token, else by refresh cookie. Null refuses the handshake (RT-25). */
export type AddSubscriber = (handshake: {
  accessToken: string | null
  refreshCookie: string | null
}) => Promise<PersonActor | null>

export interface SocketParts {
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly subscribers: SubscriberRegistry
  readonly addSubscriber: AddSubscriber
  /** The person of a session as they are now; null when the session has ended. */
  readonly viewerOf: LookUpViewer
  readonly allowedOrigins: readonly string[]
  /** The person of this subscriber is at the screen (RT-17). */
  readonly onSeen: (actor: PersonActor) => void
  /** For a new page, which asks `isShown` what it shows: hears that it began, or ceased, to show a conversation. */
  readonly followPage: (
    companyId: CompanyId,
    isShown: (ticketId: TicketId) => boolean,
  ) => (ticketId: TicketId) => void
  /** The person of this subscriber writes or speaks in a conversation; they may not have the right to. */
  readonly onTyping: (actor: PersonActor, ticketId: TicketId, doing: Doing) => void
  /** A subscriber of this person was taken or left: they may have come or gone. */
  readonly onPresence: (actor: PersonActor) => void
}

/** More open conversations than any page shows. */
const mostChatBoxes = 50

/**
 * The sockets of the product. The company and the person come from the verified session, never from the client's word;
 * joining a view only says what the page shows, and each event asks the person's rights again.
 */
export function openSockets(http: HttpServer, parts: SocketParts): Server {
  const { clock, log, subscribers, addSubscriber, viewerOf, allowedOrigins, onPresence } = parts
  const server = new Server(http, {
    pingInterval: limits.socketPing,
    pingTimeout: limits.socketPing,
    serveClient: false,
    maxHttpBufferSize: 16 << 10,
    cors: { origin: [...allowedOrigins], credentials: true },
    allowRequest: (request, decide) => decide(null, isOriginAllowed(request, allowedOrigins)),
  })
  server.engine.on('connection', (connection: Socket['conn']) =>
    guardConnection(connection, clock, (why) => log.warn({ why }, 'a socket was cut off')),
  )
  const asking = new WeakSet<Socket['conn']>()
  server.use(async (socket, next) => {
    const { conn } = socket
    // A page asks once, and waits for the answer.
    if (asking.has(conn)) return cutOff(conn)
    asking.add(conn)
    try {
      const actor = await addSubscriber(credentialsOf(socket))
      if (actor === null) return next(new Error('ERR_SESSION_EXPIRED'))
      socket.data.actor = actor
      next()
    } catch {
      // Whatever failed behind the gate, a stranger only hears that it is closed.
      next(new Error('ERR_SESSION_EXPIRED'))
    } finally {
      asking.delete(conn)
    }
  })
  server.on('connection', async (socket) => {
    const subscriber = subscribeOn(socket, socket.data.actor)
    if (subscribers.isFullFor(subscriber.viewer)) return subscriber.close()
    guardForCompany(socket.conn, subscriber.viewer.companyId)
    subscribers.add(subscriber)
    const leaveViews = followViews(socket, subscriber, parts)
    followTyping(socket, subscriber, parts)
    followStatus(socket, subscriber, parts)
    socket.on('disconnect', () => {
      subscribers.remove(subscriber)
      leaveViews()
      onPresence(subscriber.viewer)
    })
    // Rights may have changed between the handshake and the moment the subscriber was taken.
    // Whoever cannot be looked up now gets no subscriber; the page comes back by itself.
    const viewer = await viewerOf(subscriber.viewer.companyId, subscriber.sessionId).catch(() => null)
    if (viewer === null) return subscriber.close()
    subscriber.viewer = viewer
    socket.emit(ready)
    onPresence(viewer)
  })
  return server
}

/** What an orderly end may take, in milliseconds. */
const farewellMs = 1_000

/** Ends all sockets; those that do not answer in time are cut off. */
export async function closeSockets(server: Server, clock: Pick<Clock, 'after'>): Promise<void> {
  // Those without a subscriber, too. By its own types this is Engine.IO's alone.
  const { clients } = server.engine as unknown as { readonly clients: Record<string, Socket['conn']> }
  const connections = Object.values(clients)
  const callOff = clock.after(farewellMs, () => {
    for (const connection of connections) cutOff(connection)
  })
  await server.close()
  callOff()
}

/** A page of another site can't open a socket with our cookie (SECURITY A4). Programs send no origin. */
function isOriginAllowed({ headers }: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers
  if (origin === undefined) return true
  return origin === `http://${host}` || origin === `https://${host}` || allowedOrigins.includes(origin)
}

function credentialsOf({ handshake }: Socket): Parameters<AddSubscriber>[0] {
  const token = handshake.auth.token ?? handshake.query.token
  const cookies = fastifyCookie.parse(handshake.headers.cookie ?? '')
  return {
    // Existing clients keep the token JSON-encoded.
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

/** The same to several sockets of a company, put into bytes once for all of them and all names. */
export function emitTogether(
  server: Server,
  companyId: CompanyId,
  socketIds: readonly string[],
  { channel, payload, alsoOn = [] }: Emission,
): void {
  const sockets = socketIds.flatMap((id) => server.sockets.sockets.get(id) ?? [])
  for (const name of [...namesOf(channel, companyId), ...alsoOn]) {
    const frame = frameOf(name, payload)
    const others = sockets.filter((socket) => !sendFrame(socket, frame)).map(({ id }) => id)
    if (others.length > 0) server.to(others).emit(name, payload)
  }
}

function namesOf(channel: string, companyId: CompanyId): readonly string[] {
  return [channel, ...oldNamesOf(channel, companyId)]
}

/** Gives what is to be done when the page is gone. */
function followViews(socket: Socket, subscriber: OpenSubscriber, { followPage }: SocketParts): () => void {
  const { views, spied } = subscriber
  const shownChanged = followPage(subscriber.viewer.companyId, (ticketId) => views.chatBoxes.has(ticketId))
  socket.on(joins.tickets.join, (status: unknown) => {
    if (isStatus(status)) views.statuses.add(status)
  })
  socket.on(joins.tickets.leave, (status: unknown) => {
    if (isStatus(status)) views.statuses.delete(status)
  })
  socket.on(joins.notification.join, () => {
    views.notification = true
  })
  socket.on(joins.notification.leave, () => {
    views.notification = false
  })
  socket.on(joins.chatBox.join, (id: unknown, how: unknown) => {
    const ticketId = ticketIdOf(id)
    if (ticketId === null || views.chatBoxes.size >= mostChatBoxes) return
    views.chatBoxes.add(ticketId)
    if (wantsToSpy(how) && holds(subscriber.viewer, 'tickets.spy')) spied.add(ticketId)
    else spied.delete(ticketId)
    shownChanged(ticketId)
  })
  socket.on(joins.chatBox.leave, (id: unknown) => {
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

/** A page says it every five minutes; what comes sooner is let go. */
function followStatus(socket: Socket, subscriber: OpenSubscriber, { clock, onSeen }: SocketParts): void {
  let seenAt = Number.NEGATIVE_INFINITY
  socket.on(userStatus, () => {
    const now = clock.now().getTime()
    if (Math.abs(now - seenAt) < signsEveryMs) return
    seenAt = now
    onSeen(subscriber.viewer)
  })
}

/** A page tells it at the start, every few seconds and at the end; whatever is more is let go. */
const mostSigns = 6
const signsEveryMs = 5_000

function followTyping(socket: Socket, subscriber: OpenSubscriber, { clock, onTyping }: SocketParts): void {
  let since = 0
  let signs = 0
  socket.on(typing, (sign: unknown) => {
    const now = clock.now().getTime()
    if (now - since >= signsEveryMs) {
      since = now
      signs = 0
    }
    const read = signOfTyping.safeParse(sign)
    if (!read.success || ++signs > mostSigns) return
    const ticketId = ticketIdOf(read.data.ticketId)
    // Who only looks, or does not show it at all, does not write there.
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

/** Existing clients send the id as text, and "undefined" on their first render. */
function ticketIdOf(value: unknown): TicketId | null {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? (id as TicketId) : null // branding is parsing
}
