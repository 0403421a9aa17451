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

interface Guarded {
  /** Packets of Engine.IO that have not been handed to the connection. */
  waitingBytes: number
  readonly onCutOff: (why: 'packets' | 'unread') => void
}

const guarded = new WeakMap<Connection, Guarded>()
/** The one that has been behind for longest comes first. */
const behind = new Set<Connection>()

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
  const own: Guarded = { waitingBytes: 0, onCutOff }
  guarded.set(connection, own)
  connection.on('packet', ({ data }: { readonly data?: unknown }) => {
    const isWords = data === undefined || typeof data === 'string'
    if (isWords && allowance()) return
    onCutOff('packets')
    cutOff(connection)
  })
  connection.on('packetCreate', ({ data = '' }: { readonly data?: string | Buffer }) => {
    own.waitingBytes += data.length
    boundUnread(connection)
  })
  connection.on('flush', () => {
    own.waitingBytes = 0
  })
  connection.once('close', () => behind.delete(connection))
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

/** To be asked after each write: what a connection has not read is bounded for it, and for all of them together. */
export function boundUnread(connection: Connection): void {
  const unread = unreadOf(connection)
  if (unread > mostUnreadBytes) cutOffUnread(connection)
  else if (unread > mostBehind.bytes) behind.add(connection)
  else behind.delete(connection)
  if (behind.size <= mostBehind.connections) return
  for (const other of behind) if (unreadOf(other) <= mostBehind.bytes) behind.delete(other)
  const [longest] = behind
  if (longest !== undefined && behind.size > mostBehind.connections) cutOffUnread(longest)
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
  behind.delete(connection)
  connection.close(true)
  webSocket?.terminate()
}
