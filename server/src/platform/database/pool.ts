import { Socket } from 'node:net'
import pg from 'pg'

/**
 * A host that vanishes closes no connection. Either side ends the connection half a minute after it; the database also
 * ends one whose transaction asks nothing for a minute, because its rows stay locked.
 */
const limits: pg.PoolConfig = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4',
}

/** A pool that survives the loss of its connections. */
export interface Pool {
  readonly pg: pg.Pool
  connect(): Promise<pg.PoolClient>
  /** From now on `connect` gives new connections only: those before hold statements of a former schema. */
  renew(): void
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
  const pool = releasingOnce(new pg.Pool({ ...limits, ...config, stream }))
  const lost = new WeakSet<pg.PoolClient>()
  const generations = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  let closing: Promise<void> | undefined
  // Errors of idle connections arrive here too. Both need a listener: an error event without one ends the process.
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

/**
 * The pool, whose callers by callback may release a connection twice. graphile-worker 0.17.3 does so when it loses its
 * connection while it begins to listen and stops: the driver's error about it would end the process.
 */
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
        release?.(reason) // an ended pool gives none
      })
    })
  }
  pool.connect = patient as typeof pool.connect // both overloads, in one function
  return pool
}
