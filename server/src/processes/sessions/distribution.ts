import type { ConnectionId } from '@balcao/domain/ids'
import type { DesiredStateRow } from '../../features/connections/leases.queries'
import type { Clock } from '../../platform/clock'
import type { Node } from '../../platform/cluster/node'
import {
  connectionGroupsToHandOver,
  isConnectionFreeToLease,
  leaseHolderOf,
  takeoverPatienceMs,
  takeoverPositions,
} from './assignment'

/** With several processes, each opens at most this many connections a second, to spare WhatsApp and the database. */
const beginsPerSecond = 20
/**
 * At most this many connections are being opened at the same time. When a busy machine opened a thousand at
 * once, each exceeded its time limit of 30 s.
 */
const openingAtOnce = 50
const handOverEveryMs = 10_000
/** After another process has ended, no connection is handed over to balance the load for this time. */
const calmAfterMs = 30_000

interface DistributionDependencies {
  readonly node: Pick<Node, 'id' | 'others'>
  readonly clock: Pick<Clock, 'now'>
}

/** Decides which connections this process takes and hands over. A single process takes all and keeps them. */
export class ConnectionDistribution {
  readonly #parts: DistributionDependencies
  readonly #begun = lastSecond()
  readonly #given = lastSecond()
  /** When this process first saw each free connection as free. */
  #freeSince = new Map<ConnectionId, Date>()
  #isDraining = false
  #lastGroupAt = new Date(0)
  #lastEndAt = new Date(0)

  constructor(parts: DistributionDependencies) {
    this.#parts = parts
  }

  /** Prepares the stop: if there are other processes, this one takes no connection and hands over all. */
  drain(): void {
    this.#isDraining = true
  }

  noteEnd(): void {
    this.#lastEndAt = this.#parts.clock.now()
  }

  noteBegin(): void {
    this.#begun.add(this.#parts.clock.now())
  }

  hasTakers(): boolean {
    return this.#takers().some((id) => id !== this.#parts.node.id)
  }

  givesAll(): boolean {
    return this.#isDraining && this.hasTakers()
  }

  /**
   * Returns the connections to take now, first those that a person may be linking. `isOurs`: this process runs
   * the connection, or is about to.
   */
  toTake(
    rows: readonly DesiredStateRow[],
    isOurs: (row: DesiredStateRow) => boolean,
    opening: number,
  ): { taking: ReadonlySet<DesiredStateRow>; isWaiting: boolean } {
    const { node, clock } = this.#parts
    const now = clock.now()
    const since = this.#freeSince
    const free = rows.filter((row) => isConnectionFreeToLease(row, now) && !isOurs(row))
    this.#freeSince = new Map(free.map(({ id }) => [id, since.get(id) ?? now]))
    const positions = takeoverPositions(node.id, { rows, takers: this.#takers(), now })
    const positionOf = (row: DesiredStateRow) => positions.get(row) ?? Number.POSITIVE_INFINITY
    const due = free
      .filter((row) => msBetween(this.#freeSince.get(row.id), now) >= positionOf(row) * takeoverPatienceMs)
      .sort(
        (one, other) =>
          Number(other.is_linking) - Number(one.is_linking) || positionOf(one) - positionOf(other),
      )
    const isPaced = node.others().length > 0 || !this.#isCalm(now)
    const room = Math.max(0, openingAtOnce - opening)
    const taking = due.slice(0, isPaced ? Math.min(room, this.#begun.left(beginsPerSecond, now)) : room)
    return { taking: new Set(taking), isWaiting: positions.size > 0 && taking.length < free.length }
  }

  /** Returns connections to hand over: before a stop all, as fast as others take them, otherwise the surplus. */
  toGive(
    rows: readonly DesiredStateRow[],
    ours: ReadonlyMap<DesiredStateRow, { isConnected(): boolean }>,
  ): readonly DesiredStateRow[] {
    const now = this.#parts.clock.now()
    const takers = this.#takers()
    if (!this.hasTakers()) return []
    if (this.givesAll()) {
      const most = beginsPerSecond * takers.length
      // Other processes take nothing while `openingAtOnce` of their connections are opening. Without this
      // limit, connections would wait between two processes, served by none.
      const untaken = rows.filter((row) => !ours.has(row) && isUntaken(row, this.#parts.node.id, now))
      const room = Math.max(0, Math.min(this.#given.left(most, now), most - untaken.length))
      const giving = [...ours.keys()].slice(0, room)
      for (const _ of giving) this.#given.add(now)
      return giving
    }
    if (msBetween(this.#lastGroupAt, now) < handOverEveryMs || !this.#isCalm(now)) return []
    // A group with an unconnected link is not handed over, because its QR code may be on a screen.
    const group = connectionGroupsToHandOver(this.#parts.node.id, { rows, takers, now }).find((each) =>
      each.every((row) => ours.get(row)?.isConnected()),
    )
    if (group === undefined) return []
    this.#lastGroupAt = now
    return group
  }

  /** The processes that may take connections: all that are not stopping, or only this one if there is no other. */
  #takers(): readonly number[] {
    const { node } = this.#parts
    const others = node.others().filter(({ roles }) => roles.includes('sessions'))
    const own = this.#isDraining && others.length > 0 ? [] : [node.id]
    return [...own, ...others.filter(({ isDraining }) => !isDraining).map(({ id }) => id)]
  }

  #isCalm(now: Date): boolean {
    return msBetween(this.#lastEndAt, now) >= calmAfterMs
  }
}

/** Whether no process has taken the connection since this one handed it over, or since its holder ended. */
function isUntaken(row: DesiredStateRow, ownId: number, now: Date): boolean {
  return isConnectionFreeToLease(row, now) || leaseHolderOf(row, now) === ownId
}

function msBetween(then: Date | undefined, now: Date): number {
  return now.getTime() - (then ?? now).getTime()
}

function lastSecond() {
  let times: readonly Date[] = []
  const recent = (now: Date) => times.filter((at) => msBetween(at, now) < 1_000)
  return {
    add(at: Date): void {
      times = [...recent(at), at]
    },
    /** Returns how many more events are allowed now, with a limit per second. */
    left: (limit: number, now: Date) => Math.max(0, limit - recent(now).length),
  }
}
