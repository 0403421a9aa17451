import { once } from 'node:events'
import { joins, ready } from '@balcao/contract/live'
import { WebSocket } from 'ws'

/** Pages that listen: as little of Socket.IO's protocol as a bench can do with, since they share the machine. */
export interface Listeners {
  close(): void
}

/** `at`: number of the listener; `packet`: the event as it came, `42["channel",{…}]`, a letter for each byte: reading it
 *  as UTF-8 was a third of what a listener cost, and nobody looks at more than its ASCII. */
export type Hear = (at: number, packet: string) => void

/** Engine.IO's and Socket.IO's first letters (their protocols 4 and 5). */
const packets = { ping: '2', pong: '3', connect: '40', event: '42' }
/** So many handshakes at once, as after a restart. */
const together = 20

/** Opens so many sockets whose pages show every list, in turn for each token's person: one may have sixty. */
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
  for (const status of ['open', 'pending']) say(socket, joins.tickets.join, status)
  say(socket, joins.notification.join)
  return socket
}

function say(socket: WebSocket, ...event: unknown[]): void {
  socket.send(packets.event + JSON.stringify(event))
}

/** A socket that has heard that it is ready: by the product's word, or by Socket.IO's where `isBare`. */
export async function openSocket(
  url: string,
  hello: string,
  hear: (packet: string) => void,
  { isBare = false } = {},
): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true })
  let isReady = false
  const first = isBare ? `${packets.connect}{` : `${packets.event}["${ready}"`
  socket.on('message', (data: Buffer) => {
    const packet = data.toString('latin1') // one buffer: the socket's `binaryType` is the usual one
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
