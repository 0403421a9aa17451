import { Socket } from 'node:net'
import pg from 'pg'

/** A pool whose connections can end at any moment without ending the process. */
export interface Pool {
  readonly pg: pg.Pool
  /** The server has closed this connection, or the network has. */
  hasLost(client: pg.PoolClient): boolean
  /** Ends every connection at once, also those in use, and opens no other: whoever waits for one is refused. */
  cut(): void
  /** Ends when the connections in use have been given back. */
  close(): Promise<void>
}

/** `onError` hears of each connection that is lost, idle or in use. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): Pool {
  let isCut = false
  const sockets = new Set<Socket>()
  // The driver's pool never answers those who wait for a connection when it is ended. A cut pool is therefore not ended:
  // it tries to connect for them, and fails.
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
  // Idle connections report here as well. Both need a listener: an error event without one ends the process.
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
