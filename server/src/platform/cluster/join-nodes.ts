import type pg from 'pg'
import type { Clock } from '../clock'
import { type Params, parameterValuesOf, type Statement } from '../database/statement'
import { StartUpProblem } from '../fatal'
import type { Log } from '../log'
import { productVersion } from '../version'
import { type Bus, packetKind, singleProcessBus } from './bus'
import type { DatabaseClaim, DatabaseClaimKind } from './database-claim'
import type { Node, NodeRole, OtherNode } from './node'
import {
  addJobPoolToNode,
  addNode,
  allNodes,
  deleteDeadNodesAndReleaseJobs,
  markNodeDraining,
  removeNode,
  tryPeriodicTaskLock,
} from './nodes.queries'
import { openPostgresBus } from './postgres-bus'

export interface JoinedNode extends Node {
  /** Removes this node's row. It does not release the process's claim on the database. */
  leave(): Promise<void>
}

interface Joining {
  readonly kind: DatabaseClaimKind
  readonly roles: readonly NodeRole[]
  readonly address: string | null
  /** Idempotent statements that release the leases of dead nodes, which are missing in the view `living_nodes`. */
  readonly endOfDead: readonly Statement<{ now: Date }, never>[]
  /** Opens the bus of this node, such as Redis. Absent: PostgreSQL's notifications are the bus. */
  readonly openBus?: ((nodeId: number) => Promise<Bus & { close(): Promise<void> }>) | undefined
  readonly clock: Clock
  readonly log: Log
}

/**
 * A stopping node sends this before it releases its connections. The other nodes then take all of them, because they no
 * longer count the stopping node as one that gets a share.
 */
const drains = packetKind<null>('node drains')
/** The interval at which a node looks for killed nodes. */
const lookEveryMs = 1_000
const maxClockSeconds = 3

/**
 * Registers this process as a node, which holds a lock on the connection of the database claim. If this connection is
 * lost, PostgreSQL releases the lock, and the other nodes take over.
 */
export async function joinCluster(
  { connection }: Pick<DatabaseClaim, 'connection'>,
  { kind, roles, address, endOfDead, openBus, clock, log }: Joining,
): Promise<JoinedNode> {
  if (kind === 'shared') await refuseOtherTime(connection, clock)
  const [added] = await query(connection, addNode, {
    roles,
    address,
    version: productVersion,
    at: clock.now(),
  })
  if (added === undefined) throw new Error('The database returned no node')
  const { id } = added
  await freeDead()
  const ownBus = kind === 'shared' ? await openBus?.(id) : undefined
  const bus: Bus = ownBus ?? (kind === 'shared' ? await openPostgresBus(connection, id) : singleProcessBus)

  let others: readonly OtherNode[] = []
  /** The ids of the nodes of which this process has seen a row or a packet, to report the end of each. */
  const known = new Set<number>()
  const changeListeners = new Set<() => void>()
  const endListeners = new Set<(id: number) => void>()
  const clockStarts: (() => void)[] = []
  let hasClock = kind === 'alone'
  let hasLeft = false
  let cancelLook = () => {}
  bus.listen(drains, (_, from) => {
    others = others.map((other) => (other.id === from ? { ...other, isDraining: true } : other))
    for (const listener of changeListeners) listener()
  })
  if (kind === 'shared') await look()

  return {
    id,
    roles,
    bus: {
      ...bus,
      listen: (packet, hear) =>
        bus.listen(packet, (body, from) => {
          known.add(from)
          try {
            hear(body, from)
          } catch (err) {
            log.error({ err, packet: packet.name }, 'a packet of another process could not be handled')
          }
        }),
    },
    others: () => others,
    onOthers: (listener) => listenIn(changeListeners, listener),
    onEnded: (listener) => listenIn(endListeners, listener),
    async registerJobPool(poolId) {
      await query(connection, addJobPoolToNode, { nodeId: id, poolId })
    },
    whenClock(start) {
      if (hasClock) start()
      else clockStarts.push(start)
    },
    async announceDrain() {
      if (kind === 'alone') return
      await query(connection, markNodeDraining, { nodeId: id })
      await bus.publish(drains, null)
    },
    async leave() {
      hasLeft = true
      cancelLook()
      await ownBus?.close()
      // fails after the loss of the connection; the other nodes then delete the row
      await query(connection, removeNode, { nodeId: id }).catch(() => undefined)
    },
  }

  async function freeDead(): Promise<void> {
    const now = clock.now()
    for (const end of endOfDead) await query(connection, end, { now })
    // runs last: if a statement above fails, the next check repeats all of them
    await query(connection, deleteDeadNodesAndReleaseJobs, {})
  }

  async function look(): Promise<void> {
    try {
      await lookOnce()
    } catch (err) {
      if (!hasLeft) log.warn({ err }, 'the other processes could not be looked for')
    }
    if (!hasLeft) cancelLook = clock.after(lookEveryMs, () => void look())
  }

  async function lookOnce(): Promise<void> {
    const knownBefore = [...known]
    const rows = await query(connection, allNodes, {})
    if (rows.some((row) => !row.is_alive)) await freeDead()
    const now = rows
      .filter((row) => row.is_alive && row.id !== id)
      .map((row) => ({ id: row.id, roles: row.roles, address: row.address, isDraining: row.is_draining }))
    const isChanged = JSON.stringify(now) !== JSON.stringify(others)
    others = now
    for (const other of now) known.add(other.id)
    for (const former of knownBefore) {
      if (now.some((other) => other.id === former)) continue
      known.delete(former)
      for (const listener of endListeners) listener(former)
    }
    if (isChanged) for (const listener of changeListeners) listener()
    if (roles.includes('worker') && !hasClock) await tryToGetClock()
  }

  async function tryToGetClock(): Promise<void> {
    const [lock] = await query(connection, tryPeriodicTaskLock, {})
    if (!lock?.won) return
    hasClock = true
    for (const start of clockStarts.splice(0)) start()
  }
}

/** Refuses a clock that differs from the database's, because leases are compared with the clocks of all machines. */
async function refuseOtherTime(connection: pg.Client, clock: Clock): Promise<void> {
  const { rows } = await connection.query<{ at: Date }>('select clock_timestamp() as at')
  const seconds = Math.abs(clock.now().getTime() - (rows[0]?.at.getTime() ?? 0)) / 1000
  if (seconds <= maxClockSeconds) return
  throw new StartUpProblem(
    `The clock of this machine differs from the database's by ${Math.round(seconds)} s. ` +
      'Processes that share a database need synchronised clocks (NTP).',
  )
}

function listenIn<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function query<P extends Params, Row extends pg.QueryResultRow>(
  connection: pg.Client,
  statement: Statement<P, Row>,
  params: P,
): Promise<Row[]> {
  return (await connection.query<Row>(statement.text, [...parameterValuesOf(statement, params)])).rows
}
