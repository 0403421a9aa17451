import { proto } from 'baileys'
import type { WebSocket } from 'ws'
import type { Connection } from './connection'
import { logIn } from './handlers/login'
import { offerPairing, registrationOf } from './handlers/pairing'
import { NoiseServerConnection } from './noise/server-connection'
import { forgetNotices } from './notices'
import { openOrderedQueue } from './ordered-queue'
import { recordError, type Service, troubleOf } from './service'
import { takeStanza } from './stanzas'
import type { BinaryNode } from './wire/nodes'

export interface Latency {
  from: number
  to: number
}

/** Serves a product's socket: handshake, then pairing or login, then stanzas until it closes. */
export function acceptSocket(service: Service, socket: WebSocket, latency: Latency): void {
  const outgoing = openOrderedQueue()
  const noise = new NoiseServerConnection(socket, service.authority, {
    onHello: (payload) => greet(service, connection, payload),
    onNode: async (stanza) => {
      service.happenings.tell({ kind: 'wire', direction: 'in', phone: phoneOf(connection), node: stanza })
      await service.wayOut.closedDuring(() =>
        takeStanza(service, connection, stanza).catch((cause) => recordError(service, cause)),
      )
      service.happenings.tell({ kind: 'taken' })
    },
    onBroken: (error) => recordError(service, error),
  })
  const delay = () => {
    const phone = connection.login?.account.phone
    return service.chance.between(latency.from, latency.to) + (phone ? troubleOf(service, phone).slowBy : 0)
  }
  const send = (stanza: BinaryNode, afterMs = 0) =>
    outgoing.put(
      () =>
        service.wayOut.leave(() => {
          noise.send(stanza)
          service.happenings.tell({
            kind: 'wire',
            direction: 'out',
            phone: phoneOf(connection),
            node: stanza,
          })
        }),
      delay() + afterMs,
    )
  const end = (stanza: BinaryNode, afterMs = 0) => {
    send(stanza, afterMs)
    connection.ended = true
    outgoing.put(() => service.wayOut.leave(() => noise.close()), 0)
  }
  const connection: Connection = {
    id: service.chance.bytes(6).toString('hex'),
    noise,
    ended: false,
    send,
    end,
  }
  service.connections.add(connection)
  service.stats.connections++
  // A killed product resets its socket, which is no fault of the simulator; `close` follows.
  socket.on('error', () => {})
  socket.on('close', () => {
    outgoing.clear()
    connection.ended = true
    hangUp(service, connection)
  })
}

function greet(service: Service, connection: Connection, payload: Buffer): void {
  const registration = registrationOf(payload)
  if (registration === null) logIn(service, connection, proto.ClientPayload.decode(payload))
  else offerPairing(service, connection, registration)
}

function hangUp(service: Service, connection: Connection): void {
  service.connections.delete(connection)
  forgetNotices(connection)
  connection.pairing?.offer?.settle(new Error('the companion went away without signing'))
  if (connection.login) service.happenings.tell({ kind: 'phone', phone: connection.login.account.phone })
  else service.happenings.tell({ kind: 'companions' })
}

function phoneOf(connection: Connection): string | undefined {
  return connection.login?.account.phone
}
