import type { Duplex } from 'node:stream'
import type { Socket } from 'socket.io'
import { enforceUnreadByteLimits, noteDrainedSocketBeforeWrite } from './guard-connection'

/** Engine.IO's type of a message and Socket.IO's type of an event, in their protocols 4 and 5. */
const eventLetters = '42'
/** The first byte of an unfragmented text frame (RFC 6455, 5.2). The length follows. */
const wholeText = 0x81
const inTwoBytes = 126
const inEightBytes = 127

/** A complete WebSocket frame of an event, built once and shared by all sockets that get it. */
export function buildEventFrame(name: string, payload: unknown): Buffer {
  const opening = Buffer.from(`${eventLetters}[${JSON.stringify(name)},`)
  const written = writtenOnce(payload)
  return Buffer.concat([headOf(opening.length + written.length + 1), opening, written, Buffer.from(']')])
}

const writtenBefore = new WeakMap<object, Buffer>()

/** Serialises a payload once for all channels and sockets. The payload must not change afterwards. */
function writtenOnce(payload: unknown): Buffer {
  if (typeof payload !== 'object' || payload === null) return written(payload)
  const bytes = writtenBefore.get(payload) ?? written(payload)
  writtenBefore.set(payload, bytes)
  return bytes
}

function written(payload: unknown): Buffer {
  return Buffer.from(JSON.stringify(payload) ?? 'null') // `null` for undefined, as in a JSON array
}

function headOf(length: number): Buffer {
  if (length < inTwoBytes) return Buffer.from([wholeText, length])
  if (length <= 0xffff) return Buffer.from([wholeText, inTwoBytes, length >> 8, length & 0xff])
  const head = Buffer.from([wholeText, inEightBytes, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 6) // an event is always shorter than four gigabytes
  return head
}

/** A part of Engine.IO's transport that its type declarations lack. Socket.IO also uses it. */
interface WebSocketTransport {
  readonly socket: { readonly _sender: { sendFrame(parts: readonly Buffer[]): void } }
}

/** Writes to the WebSocket directly, because Socket.IO costs as much as the network. False: Socket.IO must send it. */
export function sendFrame({ conn, request }: Socket, frame: Buffer): boolean {
  const { transport, readyState } = conn
  if (transport.name !== 'websocket' || !transport.writable || readyState !== 'open') return false
  noteDrainedSocketBeforeWrite(conn)
  holdWrites(request.socket)
  const { socket } = transport as unknown as WebSocketTransport // the transport's name proves its type
  socket._sender.sendFrame([frame])
  enforceUnreadByteLimits(conn)
  return true
}

const heldFrames = new Set<Duplex>()

/**
 * Holds a stream's writes until the end of this turn of the event loop, and sends them together. Separate writes took a
 * third of the processor time with hundreds of messages a second to many pages.
 */
function holdWrites(stream: Duplex): void {
  if (heldFrames.has(stream)) return
  if (heldFrames.size === 0) setImmediate(releaseFrames)
  heldFrames.add(stream)
  stream.cork()
}

function releaseFrames(): void {
  const streams = [...heldFrames]
  heldFrames.clear()
  for (const stream of streams) stream.uncork()
}
