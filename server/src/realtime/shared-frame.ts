import type { Duplex } from 'node:stream'
import type { Socket } from 'socket.io'
import { beginWrite, boundUnread } from './guard-connection'

/** Engine.IO's letter for a message and Socket.IO's for an event, in their protocols 4 and 5. */
const eventLetters = '42'
/** RFC 6455, 5.2: the only frame of a text, whose length stands in the next byte or in the two or eight behind these. */
const wholeText = 0x81
const inTwoBytes = 126
const inEightBytes = 127

/** An event as it travels on a WebSocket, whole: made once, and the same bytes for every socket that gets it. */
export function frameOf(name: string, payload: unknown): Buffer {
  const opening = Buffer.from(`${eventLetters}[${JSON.stringify(name)},`)
  const written = writtenOnce(payload)
  return Buffer.concat([headOf(opening.length + written.length + 1), opening, written, Buffer.from(']')])
}

const writtenBefore = new WeakMap<object, Buffer>()

/** A payload goes out under several names, and to several groups of sockets. It is not changed any more. */
function writtenOnce(payload: unknown): Buffer {
  if (typeof payload !== 'object' || payload === null) return written(payload)
  const bytes = writtenBefore.get(payload) ?? written(payload)
  writtenBefore.set(payload, bytes)
  return bytes
}

function written(payload: unknown): Buffer {
  return Buffer.from(JSON.stringify(payload) ?? 'null') // as in a list
}

function headOf(length: number): Buffer {
  if (length < inTwoBytes) return Buffer.from([wholeText, length])
  if (length <= 0xffff) return Buffer.from([wholeText, inTwoBytes, length >> 8, length & 0xff])
  const head = Buffer.from([wholeText, inEightBytes, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 6) // no event has four gigabytes
  return head
}

/** What of Engine.IO's transport its own types keep to themselves; Socket.IO writes its shared frames the same way. */
interface WebSocketTransport {
  readonly socket: { readonly _sender: { sendFrame(parts: readonly Buffer[]): void } }
}

/**
 * Writes the frame straight to the socket's connection. False: it has none that takes it now (it polls, or something told
 * before still waits in Socket.IO), so it must be told by Socket.IO, behind what waits.
 *
 * With two hundred pages, the way of each packet through Socket.IO and Engine.IO cost as much as the network's own part.
 */
export function sendFrame({ conn, request }: Socket, frame: Buffer): boolean {
  const { transport, readyState } = conn
  if (transport.name !== 'websocket' || !transport.writable || readyState !== 'open') return false
  beginWrite(conn)
  holdWrites(request.socket)
  const { socket } = transport as unknown as WebSocketTransport // by its name
  socket._sender.sendFrame([frame])
  boundUnread(conn)
  return true
}

const held = new Set<Duplex>()

/** What is told in one turn of the event loop leaves in one write: with hundreds of messages a second to dozens of pages,
 *  a write for each was a third of the product's processor time. */
function holdWrites(stream: Duplex): void {
  if (held.has(stream)) return
  if (held.size === 0) setImmediate(letGo)
  held.add(stream)
  stream.cork()
}

function letGo(): void {
  const streams = [...held]
  held.clear()
  for (const stream of streams) stream.uncork()
}
