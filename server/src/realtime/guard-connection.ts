import type { CompanyId } from '@balcao/domain/ids'
import type { Socket } from 'socket.io'
import type { Clock } from '../platform/clock'

type Connection = Socket['conn']

/**
 * What a connection may say: so many packets at once, and so many a second from then on. A page that comes back joins a few
 * dozen views in one go, and a person who clicks through tickets needs three packets for each.
 */
export const packetsAllowed = { atOnce: 1_000, perSecond: 50 } as const
/** Bytes that are written for a connection and that it has not taken: far more than a page that lives is ever behind. */
export const mostUnreadBytes = 4 << 20
/** So many connections of the process may be behind by this much; of more, the one that has been for longest is ended. */
export const mostBehind = { connections: 64, bytes: 256 << 10 } as const

/**
 * Bytes that the pages of one company may leave unread together, counted for those that were behind at every write for so
 * long. A large event to thousands of pages that read is above it for a moment, and ends none.
 */
export const mostStuck = { bytesOfCompany: 64 << 20, afterMilliseconds: 10_000 } as const

interface Guarded {
  readonly now: () => number
  /** Null before it has its subscriber: until then nothing is written for it. */
  companyId: CompanyId | null
  /** When nothing waited for it the last time that something was written. */
  emptyAt: number
  /** Packets of Engine.IO that have not been handed to the connection. */
  waitingBytes: number
  readonly onCutOff: (why: 'packets' | 'unread') => void
}

const guarded = new WeakMap<Connection, Guarded>()
/** The one that has been behind for longest comes first. */
const behind = new Set<Connection>()
interface Stuck {
  /** Of each page that is behind, what it had not read at its last write; `bytes` is their sum. */
  readonly pages: Map<Connection, number>
  bytes: number
}
const stuck = new Map<CompanyId, Stuck>()

/**
 * Ends a connection that says more than any page does, before what it says is even read, and one that lets what is sent to it
 * pile up. A page says words only: bytes of a binary event would wait in memory for the rest of it.
 */
export function guardConnection(
  connection: Connection,
  clock: Pick<Clock, 'now'>,
  onCutOff: Guarded['onCutOff'],
): void {
  const allowance = allowanceOf(clock)
  const now = () => clock.now().getTime()
  const own: Guarded = { now, companyId: null, emptyAt: now(), waitingBytes: 0, onCutOff }
  guarded.set(connection, own)
  connection.on('packet', ({ data }: { readonly data?: unknown }) => {
    const isWords = data === undefined || typeof data === 'string'
    if (isWords && allowance()) return
    onCutOff('packets')
    cutOff(connection)
  })
  connection.on('packetCreate', ({ data = '' }: { readonly data?: string | Buffer }) => {
    beginWrite(connection)
    own.waitingBytes += data.length
    boundUnread(connection)
  })
  connection.on('flush', () => {
    own.waitingBytes = 0
  })
  connection.once('close', () => forget(connection))
}

/** From now on what it leaves unread counts for this company. */
export function guardForCompany(connection: Connection, companyId: CompanyId): void {
  const own = guarded.get(connection)
  if (own !== undefined) own.companyId = companyId
}

/** To be called before each write. */
export function beginWrite(connection: Connection): void {
  const own = guarded.get(connection)
  if (own !== undefined && unreadOf(connection) === 0) own.emptyAt = own.now()
}

/** Each call takes one of what is allowed; false when there is none. */
function allowanceOf({ now }: Pick<Clock, 'now'>): () => boolean {
  const { atOnce, perSecond } = packetsAllowed
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

/** To be asked after each write: what is unread is bounded for the connection, for its company, and for all of them. */
export function boundUnread(connection: Connection): void {
  const unread = unreadOf(connection)
  boundCompany(connection, unread)
  if (unread > mostUnreadBytes) cutOffUnread(connection)
  else if (unread > mostBehind.bytes) behind.add(connection)
  else behind.delete(connection)
  if (behind.size <= mostBehind.connections) return
  for (const other of behind) if (unreadOf(other) <= mostBehind.bytes) behind.delete(other)
  const [longest] = behind
  if (longest !== undefined && behind.size > mostBehind.connections) cutOffUnread(longest)
}

function boundCompany(connection: Connection, unread: number): void {
  const own = guarded.get(connection)
  if (own === undefined || own.companyId === null) return
  const isStuck = own.now() - own.emptyAt >= mostStuck.afterMilliseconds
  noteStuck(own.companyId, connection, isStuck ? unread : 0)
  const company = stuck.get(own.companyId)
  if (company === undefined || company.bytes <= mostStuck.bytesOfCompany) return
  // What was read after the last write is noticed here.
  for (const page of [...company.pages.keys()]) noteStuck(own.companyId, page, unreadOf(page))
  while (company.bytes > mostStuck.bytesOfCompany) {
    const [worst] = [...company.pages].reduce((one, other) => (other[1] > one[1] ? other : one)) // a sum above zero has one
    cutOffUnread(worst)
  }
}

function noteStuck(companyId: CompanyId, page: Connection, unread: number): void {
  const company = stuck.get(companyId) ?? { pages: new Map(), bytes: 0 }
  company.bytes += unread - (company.pages.get(page) ?? 0)
  if (unread > 0) company.pages.set(page, unread)
  else company.pages.delete(page)
  if (company.pages.size > 0) stuck.set(companyId, company)
  else stuck.delete(companyId)
}

function forget(connection: Connection): void {
  behind.delete(connection)
  const companyId = guarded.get(connection)?.companyId ?? null
  if (companyId !== null) noteStuck(companyId, connection, 0)
}

/** An answer to a poll holds only what waited before. */
function unreadOf(connection: Connection): number {
  const onTheirWay = webSocketOf(connection)?.bufferedAmount ?? 0
  return onTheirWay + (guarded.get(connection)?.waitingBytes ?? 0)
}

function cutOffUnread(connection: Connection): void {
  guarded.get(connection)?.onCutOff('unread')
  cutOff(connection)
}

/** What of Engine.IO's transport its own types keep to themselves. */
interface WebSocketTransport {
  readonly socket: { readonly bufferedAmount: number; terminate(): void }
}

function webSocketOf({ transport }: Connection): WebSocketTransport['socket'] | null {
  return transport.name === 'websocket' ? (transport as unknown as WebSocketTransport).socket : null // by its name
}

/** At once: an orderly end would wait for a page that floods or does not read. */
export function cutOff(connection: Connection): void {
  const webSocket = webSocketOf(connection)
  forget(connection)
  connection.close(true)
  webSocket?.terminate()
}
