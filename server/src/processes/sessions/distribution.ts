import type { ConnectionId } from '@balcao/domain/ids'
import type { DesiredStateRow } from '../../features/connections/leases.queries'
import type { Clock } from '../../platform/clock'
import type { Node } from '../../platform/cluster/node'
import { groupsToHandOver, isConnectionFree, takeoverPatienceMs, takeoverPositions } from './assignment'

/** With other processes: a takeover of many connections must not overload WhatsApp's door and the database. */
const beginsPerSecond = 20
const handOverEveryMs = 10_000
/** After the end of a process its connections move; the others stay where they are. */
const calmAfterMs = 30_000

interface DistributionDependencies {
  readonly node: Pick<Node, 'id' | 'others'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Decides which connections this process takes and gives, with what it has seen since its start. A process alone takes
 * every free connection at once and gives none.
 */
export class Distribution {
  readonly #parts: DistributionDependencies
  readonly #begun = lastSecond()
  readonly #given = lastSecond()
  /** Since when this process has seen each free connection as free. */
  #freeSince = new Map<ConnectionId, Date>()
  #isDraining = false
  #lastGroupAt = new Date(0)
  #lastEndAt = new Date(0)

  constructor(parts: DistributionDependencies) {
    this.#parts = parts
  }

  /** This process is about to stop: beside others it takes nothing more, and gives everything. */
  drain(): void {
    this.#isDraining = true
  }

  /** Another process has ended. */
  noteEnd(): void {
    this.#lastEndAt = this.#parts.clock.now()
  }

  /** A session begins. */
  noteBegin(): void {
    this.#begun.add(this.#parts.clock.now())
  }

  /** Whether another process may take connections. */
  hasTakers(): boolean {
    return this.#takers().some((id) => id !== this.#parts.node.id)
  }

  /** Whether this process gives everything. */
  givesAll(): boolean {
    return this.#isDraining && this.hasTakers()
  }

  /**
   * The free connections that this process takes now, and whether others are left that it may take soon. `isOurs`: it
   * runs the connection, or is about to.
   */
  toTake(
    rows: readonly DesiredStateRow[],
    isOurs: (row: DesiredStateRow) => boolean,
  ): { taking: ReadonlySet<DesiredStateRow>; isWaiting: boolean } {
    const { node, clock } = this.#parts
    const now = clock.now()
    const since = this.#freeSince
    const free = rows.filter((row) => isConnectionFree(row, now) && !isOurs(row))
    this.#freeSince = new Map(free.map(({ id }) => [id, since.get(id) ?? now]))
    const positions = takeoverPositions(node.id, { rows, takers: this.#takers(), now })
    const positionOf = (row: DesiredStateRow) => positions.get(row) ?? Number.POSITIVE_INFINITY
    const due = free
      .filter((row) => msBetween(this.#freeSince.get(row.id), now) >= positionOf(row) * takeoverPatienceMs)
      .sort((one, other) => positionOf(one) - positionOf(other))
    const isPaced = node.others().length > 0 || !this.#isCalm(now)
    const taking = isPaced ? due.slice(0, this.#begun.left(beginsPerSecond, now)) : due
    return { taking: new Set(taking), isWaiting: positions.size > 0 && taking.length < free.length }
  }

  /**
   * The connections that another process should run from now on: all of a draining one, as fast as the others take them;
   * of any other the surplus, one group at a time. `ours`: the rows that this process runs, and whether they are open.
   */
  toGive(
    rows: readonly DesiredStateRow[],
    ours: ReadonlyMap<DesiredStateRow, { isConnected(): boolean }>,
  ): readonly DesiredStateRow[] {
    const now = this.#parts.clock.now()
    const takers = this.#takers()
    if (!this.hasTakers()) return []
    if (this.givesAll()) {
      const giving = [...ours.keys()].slice(0, this.#given.left(beginsPerSecond * takers.length, now))
      for (const _ of giving) this.#given.add(now)
      return giving
    }
    if (msBetween(this.#lastGroupAt, now) < handOverEveryMs || !this.#isCalm(now)) return []
    // A link that is not open stays: its QR code may be on a screen.
    const group = groupsToHandOver(this.#parts.node.id, { rows, takers, now }).find((each) =>
      each.every((row) => ours.get(row)?.isConnected()),
    )
    if (group === undefined) return []
    this.#lastGroupAt = now
    return group
  }

  /** The processes that may take connections: this one too, unless it drains beside others. */
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

function msBetween(then: Date | undefined, now: Date): number {
  return now.getTime() - (then ?? now).getTime()
}

/** Counts what happened within the last second. */
function lastSecond() {
  let times: readonly Date[] = []
  const recent = (now: Date) => times.filter((at) => msBetween(at, now) < 1_000)
  return {
    add(at: Date): void {
      times = [...recent(at), at]
    },
    /** How much of this limit is left. */
    left: (limit: number, now: Date) => Math.max(0, limit - recent(now).length),
  }
}
