import type { CompanyId } from '@balcao/domain/ids'
import type { Socket } from 'socket.io'
import type { Clock } from '../platform/clock'

type Connection = Socket['conn']

/** The packets a page may send. An honest page sends less: a few dozen when it reconnects, three to open a ticket. */
export const packetRateLimit = { atOnce: 1_000, perSecond: 50 } as const
/** The most unread bytes of one connection, far more than an active page ever has. */
export const maxUnreadBytes = 4 << 20
/** If more than `connections` have more than `bytes` unread, the one that has been slow for longest is closed. */
export const slowSocketConnectionLimits = { connections: 64, bytes: 256 << 10 } as const

/**
 * A page is stuck if it had unread bytes at every write for `afterMilliseconds`. If the stuck pages of a company have
 * more than `bytesOfCompany` unread, the worst are closed. Pages that read stay open, even after a large event.
 */
export const stuckPageLimits = { bytesOfCompany: 64 << 20, afterMilliseconds: 10_000 } as const

interface Guarded {
  readonly now: () => number
  /** The company of the user at the other end; null until the user is authenticated. */
  companyId: CompanyId | null
  /** The time of the last write at which the connection had no unread bytes. */
  emptyAt: number
  /** The bytes of Engine.IO's packets that are not written to the connection yet. */
  waitingBytes: number
  readonly onCutOff: (why: 'packets' | 'unread') => void
}

const guardedConnections = new WeakMap<Connection, Guarded>()
/** The slow connections. The one that has been slow for longest comes first. */
const connectionsBehind = new Set<Connection>()
interface Stuck {
  /** The unread bytes of each page at its last write; `bytes` is their sum. */
  readonly pages: Map<Connection, number>
  bytes: number
}
const stuckByCompany = new Map<CompanyId, Stuck>()

/** Closes connections that flood or do not read. Pages send only text, so a binary packet counts as a flood. */
export function limitSocketTraffic(
  connection: Connection,
  clock: Pick<Clock, 'now'>,
  onCutOff: Guarded['onCutOff'],
): void {
  const allowance = allowanceOf(clock)
  const now = () => clock.now().getTime()
  const own: Guarded = { now, companyId: null, emptyAt: now(), waitingBytes: 0, onCutOff }
  guardedConnections.set(connection, own)
  connection.on('packet', ({ data }: { readonly data?: unknown }) => {
    const isWords = data === undefined || typeof data === 'string'
    if (isWords && allowance()) return
    onCutOff('packets')
    destroySocketConnection(connection)
  })
  connection.on('packetCreate', ({ data = '' }: { readonly data?: string | Buffer }) => {
    noteDrainedSocketBeforeWrite(connection)
    own.waitingBytes += data.length
    enforceUnreadByteLimits(connection)
  })
  connection.on('flush', () => {
    own.waitingBytes = 0
  })
  connection.once('close', () => stopTracking(connection))
}

/** From now on the connection's unread bytes count for this company. */
export function assignSocketConnectionCompany(connection: Connection, companyId: CompanyId): void {
  const own = guardedConnections.get(connection)
  if (own !== undefined) own.companyId = companyId
}

export function noteDrainedSocketBeforeWrite(connection: Connection): void {
  const own = guardedConnections.get(connection)
  if (own !== undefined && unreadOf(connection) === 0) own.emptyAt = own.now()
}

/** A token bucket. The returned function takes one packet from it; false: none is left. */
function allowanceOf({ now }: Pick<Clock, 'now'>): () => boolean {
  const { atOnce, perSecond } = packetRateLimit
  let left: number = atOnce
  let at = now().getTime()
  return () => {
    const passed = Math.max(0, now().getTime() - at)
    at = now().getTime()
    left = Math.min(atOnce, left + (passed * perSecond) / 1_000)
    if (left < 1) return false
    left -= 1
    return true
  }
}

/** Closes connections with too many unread bytes. Call it after each write. */
export function enforceUnreadByteLimits(connection: Connection): void {
  const unread = unreadOf(connection)
  boundCompany(connection, unread)
  if (unread > maxUnreadBytes) cutOffUnread(connection)
  else if (unread > slowSocketConnectionLimits.bytes) connectionsBehind.add(connection)
  else connectionsBehind.delete(connection)
  if (connectionsBehind.size <= slowSocketConnectionLimits.connections) return
  for (const other of connectionsBehind)
    if (unreadOf(other) <= slowSocketConnectionLimits.bytes) connectionsBehind.delete(other)
  const [longest] = connectionsBehind
  if (longest !== undefined && connectionsBehind.size > slowSocketConnectionLimits.connections)
    cutOffUnread(longest)
}

function boundCompany(connection: Connection, unread: number): void {
  const own = guardedConnections.get(connection)
  if (own === undefined || own.companyId === null) return
  const isStuck = own.now() - own.emptyAt >= stuckPageLimits.afterMilliseconds
  trackStuck(own.companyId, connection, isStuck ? unread : 0)
  const company = stuckByCompany.get(own.companyId)
  if (company === undefined || company.bytes <= stuckPageLimits.bytesOfCompany) return
  // Some pages may have read since their last write, so their numbers are updated.
  for (const page of [...company.pages.keys()]) trackStuck(own.companyId, page, unreadOf(page))
  while (company.bytes > stuckPageLimits.bytesOfCompany) {
    // the sum is above zero, so there is a page
    const [worst] = [...company.pages].reduce((one, other) => (other[1] > one[1] ? other : one))
    cutOffUnread(worst)
  }
}

function trackStuck(companyId: CompanyId, page: Connection, unread: number): void {
  const company = stuckByCompany.get(companyId) ?? { pages: new Map(), bytes: 0 }
  company.bytes += unread - (company.pages.get(page) ?? 0)
  if (unread > 0) company.pages.set(page, unread)
  else company.pages.delete(page)
  if (company.pages.size > 0) stuckByCompany.set(companyId, company)
  else stuckByCompany.delete(companyId)
}

function stopTracking(connection: Connection): void {
  connectionsBehind.delete(connection)
  const companyId = guardedConnections.get(connection)?.companyId ?? null
  if (companyId !== null) trackStuck(companyId, connection, 0)
}

/** The unread bytes of a connection. For polling, only packets that no poll has fetched yet count. */
function unreadOf(connection: Connection): number {
  const onTheirWay = webSocketOf(connection)?.bufferedAmount ?? 0
  return onTheirWay + (guardedConnections.get(connection)?.waitingBytes ?? 0)
}

function cutOffUnread(connection: Connection): void {
  guardedConnections.get(connection)?.onCutOff('unread')
  destroySocketConnection(connection)
}

/** A part of Engine.IO's transport that its type declarations lack. */
interface WebSocketTransport {
  readonly socket: { readonly bufferedAmount: number; terminate(): void }
}

function webSocketOf({ transport }: Connection): WebSocketTransport['socket'] | null {
  // the transport's name proves its type
  return transport.name === 'websocket' ? (transport as unknown as WebSocketTransport).socket : null
}

/** Ends a connection at once. An orderly close would wait for a page that floods or does not read. */
export function destroySocketConnection(connection: Connection): void {
  const webSocket = webSocketOf(connection)
  stopTracking(connection)
  connection.close(true)
  webSocket?.terminate()
}
