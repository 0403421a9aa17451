import { Socket } from 'node:net'
import pg from 'pg'

/**
 * A failed host does not close its connections; the keepalive settings end them after half a minute, on both sides.
 * A transaction that is idle for a minute ends too, because its rows stay locked.
 */
const limits: pg.PoolConfig = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4',
}

export interface DatabasePool {
  readonly pg: pg.Pool
  connect(): Promise<pg.PoolClient>
  /** Closes each old connection at its next use, because statements prepared on it belong to a former schema. */
  renew(): void
  hasLost(client: pg.PoolClient): boolean
  /** Ends all connections at once, also those in use, and opens no new ones. Waiting callers get an error. */
  cut(): void
  /** Closes the pool. Resolves when the connections in use have been released. */
  close(): Promise<void>
}

/** Opens a pool whose lost connections, idle or in use, are reported to `onError`. */
export function openDatabasePool(config: pg.PoolConfig, onError: (error: Error) => void): DatabasePool {
  let isCut = false
  const sockets = new Set<Socket>()
  // `cut` leaves the driver's pool open, because `end` would never answer waiting callers. New connections fail here.
  const stream = () => {
    const socket = new Socket()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (isCut) process.nextTick(() => socket.destroy(new Error('the database is lost')))
    return socket
  }
  const pool = releasingOnce(new pg.Pool({ ...limits, ...config, stream }))
  const lost = new WeakSet<pg.PoolClient>()
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  let closing: Promise<void> | undefined
  // Without a listener an `error` event ends the process, so the pool and each connection have one.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    generations.set(client, generation)
    client.on('error', (error) => {
      lost.add(client)
      if (!isCut) onError(error)
    })
  })
  return {
    pg: pool,
    async connect() {
      for (;;) {
        const client = await pool.connect()
        if (generations.get(client) === generation) return client
        client.release(true)
      }
    },
    renew() {
      generation += 1
    },
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

/** Ignores a second release: graphile-worker 0.17.3 releases a lost connection twice, which would end the process. */
function releasingOnce(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  const patient = (callback?: Callback) => {
    if (callback === undefined) return connect()
    return connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release?.(reason) // `release` is absent when the pool has ended
      })
    })
  }
  pool.connect = patient as typeof pool.connect // the cast is safe: `patient` implements both overloads of `connect`
  return pool
}
