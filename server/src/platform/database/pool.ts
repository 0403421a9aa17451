import { Socket } from 'node:net'
import pg from 'pg'

/** A pool that survives the loss of its connections. */
export interface Pool {
  readonly pg: pg.Pool
  /** Whether the server or the network has closed this connection. */
  hasLost(client: pg.PoolClient): boolean
  /** Ends all connections at once, also those in use, and opens no others: waiting callers are refused. */
  cut(): void
  /** Resolves when the connections in use have been released. */
  close(): Promise<void>
}

/** `onError` is called for each lost connection, idle or in use. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): Pool {
  let isCut = false
  const sockets = new Set<Socket>()
  // A pool of the driver that is ended never answers its waiting callers. A cut pool is therefore not ended: it tries
  // to connect for them, and fails.
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (isCut) process.nextTick(() => socket.destroy(new Error('the database is lost')))
    return socket
  }
  const pool = new pg.Pool({ ...config, stream })
  const lost = new WeakSet<pg.PoolClient>()
  let closing: Promise<void> | undefined
  // Errors of idle connections arrive here too. Both need a listener: an error event without one ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) =>
    client.on('error', (error) => {
      lost.add(client)
      if (!isCut) onError(error)
    }),
  )
  return {
    pg: pool,
    hasLost: (client) => lost.has(client),
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    close() {
      closing ??= pool.end()
      return closing
    },
  }
}
