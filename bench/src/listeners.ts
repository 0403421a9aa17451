import { once } from 'node:events'
import { readySocketMessage, roomSocketMessageNames } from '@balcao/contract/live'
import { WebSocket } from 'ws'

/** Listening pages: the minimum of Socket.IO's protocol, since they share the machine. */
export interface Listeners {
  close(): void
}

/**
 * `at`: number of the listener; `packet`: the unparsed event, `42["channel",{…}]`, one character for each byte.
 * Decoding UTF-8 was a third of a listener's cost, and only its ASCII is read.
 */
export type Hear = (at: number, packet: string) => void

/** The packet types of Engine.IO and Socket.IO (their protocols 4 and 5). */
const packets = { ping: '2', pong: '3', connect: '40', event: '42' }
/** Parallel handshakes, as after a restart. */
const together = 20

/** Opens so many sockets whose pages show every list, distributed over the tokens: one user may have sixty. */
export async function openListeners(
  url: string,
  tokens: readonly [string, ...string[]],
  count: number,
  hear: Hear,
): Promise<Listeners> {
  const sockets: WebSocket[] = []
  for (let at = 0; at < count; at += together) {
    const batch = Array.from({ length: Math.min(together, count - at) }, (_, next) => at + next)
    sockets.push(
      ...(await Promise.all(
        batch.map((number) => openPage(url, tokens[number % tokens.length] ?? tokens[0], number, hear)),
      )),
    )
  }
  return {
    close() {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function openPage(url: string, token: string, at: number, hear: Hear): Promise<WebSocket> {
  const socket = await openSocket(url, `${packets.connect}${JSON.stringify({ token })}`, (packet) =>
    hear(at, packet),
  )
  for (const status of ['open', 'pending']) say(socket, roomSocketMessageNames.tickets.join, status)
  say(socket, roomSocketMessageNames.notification.join)
  return socket
}

function say(socket: WebSocket, ...event: unknown[]): void {
  socket.send(packets.event + JSON.stringify(event))
}

/** Opens a socket and waits until it is ready: by the product's `ready`, or by Socket.IO's own where `isBare`. */
export async function openSocket(
  url: string,
  hello: string,
  hear: (packet: string) => void,
  { isBare = false } = {},
): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true })
  let isReady = false
  const first = isBare ? `${packets.connect}{` : `${packets.event}["${readySocketMessage}"`
  socket.on('message', (data: Buffer) => {
    const packet = data.toString('latin1') // one buffer: the socket's `binaryType` is the default
    if (packet === packets.ping) return socket.send(packets.pong)
    if (packet.startsWith('0')) return socket.send(hello)
    if (packet.startsWith('44')) return socket.emit('error', new Error(`The socket was refused: ${packet}`))
    if (packet.startsWith(first)) {
      isReady = true
      return socket.emit('ready')
    }
    if (isReady && packet.startsWith(packets.event)) hear(packet)
  })
  await once(socket, 'ready')
  return socket
}
