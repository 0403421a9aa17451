import { readySocketMessage } from '@balcao/contract/live'
import type { CompanyId } from '@balcao/domain/ids'
import { io, type Socket } from 'socket.io-client'
import type { App } from '../processes/app'
import type { OpenSubscriber } from '../realtime/subscriber-registry'

/** A browser's socket on a listening app, with its received events. */
export interface LiveSocket {
  readonly socket: Socket
  /** Its subscriber in the app, which contains the joined views once the server has read them. */
  readonly subscriber: OpenSubscriber
  say(event: string, what?: unknown): void
  /** The events since the last call, after all pending ones have arrived. */
  received(): Promise<readonly { readonly channel: string; readonly payload: unknown }[]>
  /** Resolves when the server has closed it. */
  readonly closed: Promise<void>
  close(): void
}

export interface Handshake {
  readonly auth?: Record<string, unknown>
  readonly query?: Record<string, string>
  readonly cookie?: string
  readonly origin?: string
  readonly transports?: ('websocket' | 'polling')[]
}

const marker = 'test-marker'
let markers = 0

/** Connects as this user and waits for `ready`; rejects with the server's error when it refuses. */
export async function openSocket(
  { app, port, companyId }: { app: App; port: number; companyId: CompanyId },
  { auth, query, cookie, origin, transports = ['websocket'] }: Handshake,
): Promise<LiveSocket> {
  const subscribedBefore = new Set(app.subscribers.ofCompany(companyId))
  const extraHeaders = { ...(cookie && { cookie: `jrt=${cookie}` }), ...(origin && { origin }) }
  const options = { transports, reconnection: false, forceNew: true, extraHeaders }
  const socket = io(`http://127.0.0.1:${port}`, {
    ...options,
    ...(auth && { auth }),
    ...(query && { query }),
  })
  const inbound: { channel: string; payload: unknown }[] = []
  const arrived = new Map<unknown, () => void>()
  socket.onAny((channel: string, payload: unknown) => {
    if (channel === marker) arrived.get(payload)?.()
    else if (channel !== readySocketMessage) inbound.push({ channel, payload })
  })
  const closed = new Promise<void>((resolve) => socket.on('disconnect', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    socket.on(readySocketMessage, () => resolve())
    socket.on('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })
  const subscriber = [...app.subscribers.ofCompany(companyId)].find((one) => !subscribedBefore.has(one))
  if (subscriber === undefined) throw new Error('the socket is ready without a subscriber')

  return {
    socket,
    subscriber,
    closed,
    say: (event, what) => socket.emit(event, ...(what === undefined ? [] : [what])),
    async received() {
      await app.conversations.settled()
      await app.delivery.settled()
      const name = ++markers
      const came = new Promise<void>((resolve) => arrived.set(name, resolve))
      subscriber.emit({ channel: marker, payload: name })
      await Promise.race([came, closed])
      return inbound.splice(0)
    },
    close: () => socket.close(),
  }
}
