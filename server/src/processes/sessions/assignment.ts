import type { DesiredStateRow } from '../../features/connections/leases.queries'

/** A process runs at most this many connections. At 0.63 MB each they use a gigabyte, besides messages. */
export const maxConnectionsPerProcess = 1_500
/**
 * A company's connections are divided into groups of this size. One process runs a whole group, so that its
 * connections share caches and send slots.
 */
export const connectionsPerGroup = 50
/** A process waits this time, multiplied by its position in `takeoverPositions`, before it takes a free connection. */
export const takeoverPatienceMs = 3_000

/** What a `sessions` process knows about all connections. */
export interface ConnectionAssignmentInput {
  /** The desired state of each connection, in order of company and id. */
  readonly rows: readonly DesiredStateRow[]
  readonly takers: readonly number[]
  readonly now: Date
}

interface Group {
  readonly hash: number
  readonly rows: DesiredStateRow[]
}

export function isConnectionFreeToLease(row: DesiredStateRow, now: Date): boolean {
  return !row.is_switched_off && !row.is_asleep && leaseHolderOf(row, now) === null
}

/**
 * Returns this process's position (from 0) in the order in which processes may take each free connection.
 * Rendezvous hashing of company and process makes the order, so that only the connections of an ended process
 * move. Full processes come last. Processes may know different things, so those at later positions wait
 * (`takeoverPatienceMs`) and then take the connection nevertheless.
 */
export function takeoverPositions(
  ownId: number,
  { rows, takers, now }: ConnectionAssignmentInput,
): ReadonlyMap<DesiredStateRow, number> {
  const positions = new Map<DesiredStateRow, number>()
  if (!takers.includes(ownId)) return positions
  const loads = loadsOf(rows, now)
  for (const group of groupsOf(rows)) {
    const free = group.rows.filter((row) => isConnectionFreeToLease(row, now))
    if (free.length === 0) continue
    const hasRoom = (id: number) => countOf(loads, id) + free.length <= maxConnectionsPerProcess
    const order = orderOf(group, takers)
    const [first = ownId, ...later] = [...order.filter(hasRoom), ...order.filter((id) => !hasRoom(id))]
    loads.set(first, countOf(loads, first) + free.length)
    for (const row of free) positions.set(row, [first, ...later].indexOf(ownId))
  }
  return positions
}

/**
 * Returns the groups of connections that a process with more than its share may hand over, those with little
 * traffic first. A group may only go to the first process in its hash order, which must have room and
 * afterwards fewer connections than the giver has now, so that no group moves back.
 */
export function connectionGroupsToHandOver(
  ownId: number,
  { rows, takers, now }: ConnectionAssignmentInput,
): readonly (readonly DesiredStateRow[])[] {
  const loads = loadsOf(rows, now)
  const ownLoad = countOf(loads, ownId)
  const held = takers.reduce((sum, id) => sum + countOf(loads, id), 0)
  if (ownLoad <= Math.ceil(held / takers.length)) return []
  return groupsOf(rows)
    .map((group) => ({
      first: orderOf(group, takers)[0] ?? ownId,
      ours: group.rows.filter((row) => leaseHolderOf(row, now) === ownId),
    }))
    .filter(({ first, ours }) => {
      const after = countOf(loads, first) + ours.length
      return ours.length > 0 && first !== ownId && after <= maxConnectionsPerProcess && after < ownLoad
    })
    .map(({ ours }) => ours)
    .sort((one, other) => lastTrafficOf(one) - lastTrafficOf(other))
}

function groupsOf(rows: readonly DesiredStateRow[]): readonly Group[] {
  const groups: Group[] = []
  let companyId: number | null = null
  let position = 0
  for (const row of rows) {
    position = row.company_id === companyId ? position + 1 : 0
    companyId = row.company_id
    if (position % connectionsPerGroup === 0)
      groups.push({ hash: mixed(mixed(companyId) ^ (position / connectionsPerGroup)), rows: [] })
    groups.at(-1)?.rows.push(row)
  }
  return groups
}

function orderOf({ hash }: Group, takers: readonly number[]): readonly number[] {
  return [...takers].sort((one, other) => mixed(hash ^ other) - mixed(hash ^ one))
}

/** MurmurHash3's finaliser: each input bit changes half of the output bits, and outputs never collide. */
function mixed(input: number): number {
  let bits = Math.imul(input ^ (input >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

function loadsOf(rows: readonly DesiredStateRow[], now: Date): Map<number, number> {
  const loads = new Map<number, number>()
  for (const row of rows) {
    const holder = leaseHolderOf(row, now)
    if (holder !== null) loads.set(holder, countOf(loads, holder) + 1)
  }
  return loads
}

function countOf(loads: ReadonlyMap<number, number>, id: number): number {
  return loads.get(id) ?? 0
}

/** Returns the process with an unexpired lease on the connection. Null: there is none. */
export function leaseHolderOf({ holder, expires_at }: DesiredStateRow, now: Date): number | null {
  return holder !== null && expires_at !== null && expires_at > now ? Number(holder) : null
}

function lastTrafficOf(group: readonly DesiredStateRow[]): number {
  return Math.max(...group.map((row) => row.last_traffic_at?.getTime() ?? 0))
}
