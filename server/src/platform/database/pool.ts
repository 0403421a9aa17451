import pg from 'pg'

/** A pool whose connections can end at any moment without ending the process. */
export interface Pool {
  readonly pg: pg.Pool
  /** The server has closed this connection, or the network has. */
  hasLost(client: pg.PoolClient): boolean
  /** Ends every connection at once, also those in use: their statements fail. */
  cut(): void
  /** Ends when the connections in use have been given back. */
  close(): Promise<void>
}

/** `onError` hears of each connection that is lost, idle or in use. */
export function openPool(config: pg.PoolConfig, onError: (error: Error) => void): Pool {
  const pool = new pg.Pool(config)
  const open = new Set<pg.PoolClient>()
  const lost = new WeakSet<pg.PoolClient>()
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= pool.end()
    return closing
  }
  // Idle clients report here as well. Both need a listener: an error event without one ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    open.add(client)
    client.on('error', (error) => {
      lost.add(client)
      onError(error)
    })
  })
  pool.on('remove', (client) => open.delete(client))
  return {
    pg: pool,
    hasLost: (client) => lost.has(client),
    cut() {
      close().catch(() => undefined) // `close` tells whoever waits
      for (const client of open) streamOf(client).destroy()
    },
    close,
  }
}

/** The types of the driver leave it out. */
function streamOf(client: pg.PoolClient): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream
}
