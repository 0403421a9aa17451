import { createHash } from 'node:crypto'
import type { CompanyId, ConnectionId, InboundEventId } from '@balcao/domain/ids'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import { type DataKeys, decrypt, encrypt } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { recordDeadLetter } from './dead-letters'
import {
  acknowledgeEvents,
  countFailure,
  entryOfKey,
  finishEntries,
  type InboundEventRow,
  lockLanes,
  nextOfPartitions,
  putEntries,
  unacknowledgedEvents,
} from './inbound-events.queries'

/** Chats of one connection share so many lanes: in order within a lane, side by side across lanes. */
const lanes = 8
/** After so many failures an entry is dead-lettered. */
const attemptsAllowed = 5

type InboundWork = Pick<CompanyWork, 'companyId' | 'db' | 'now' | 'wake'>
type Reader = Pick<CompanyWork, 'companyId' | 'db'>

/** Chats of a connection that are taken in one after the other. */
export interface Lane {
  readonly connectionId: ConnectionId
  readonly lane: number
}

export function isSameLane(one: Lane, other: Lane): boolean {
  return one.connectionId === other.connectionId && one.lane === other.lane
}

/** An entry whose turn it is. */
export interface WaitingEntry extends Lane {
  readonly id: InboundEventId
  readonly chat: string
  /** What was heard, opened; throws when it cannot be opened any more. */
  readonly content: () => Uint8Array
}

/** Keeps what was heard, in the act that moves the ratchet. */
export async function storeInboundEvent(
  work: InboundWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  entries: readonly InboundEvent[],
): Promise<void> {
  if (entries.length === 0) return
  await work.db.run(putEntries, [
    connectionId,
    entries.map(({ key }) => key),
    entries.map(({ chat }) => chat),
    entries.map(({ chat }) => laneOf(chat)),
    entries.map(({ key, content }) =>
      encrypt(dataKeys, content, contextOf(work.companyId, connectionId, key)),
    ),
    entries.map(({ needsSettling }) => needsSettling),
    work.now,
  ])
  for (const lane of new Set(entries.map(({ chat }) => laneOf(chat)))) {
    work.wake('inbound-events', `${work.companyId}:${connectionId}:${lane}`)
  }
}

/** The content of an entry kept earlier, for a stanza that is delivered again; null when it is unknown. */
export async function recallEntry(
  work: Reader,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  key: string,
): Promise<Uint8Array | null> {
  const row = await work.db.row(entryOfKey, [connectionId, key])
  return row && open(work, dataKeys, connectionId, row)
}

/** Entries whose own effect on the driver must be repeated after a crash, in order of arrival. */
export async function unacknowledgedOf(
  work: Reader,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
): Promise<readonly InboundEvent[]> {
  const rows = await work.db.rows(unacknowledgedEvents, [connectionId])
  return rows.map((row) => ({
    key: row.key,
    chat: row.chat,
    content: open(work, dataKeys, connectionId, row),
    needsSettling: row.needs_acknowledgement,
  }))
}

export async function settle(
  work: Reader,
  connectionId: ConnectionId,
  keys: readonly string[],
): Promise<void> {
  await work.db.run(acknowledgeEvents, [connectionId, keys])
}

/**
 * Those of these lanes that no other act is at, which stay ours to the end of the act, and the next entries of them all,
 * at most so many. `areAll`: nothing waits behind them; what another act is at may have taken the place of others.
 */
export async function nextEntries<L extends Lane>(
  work: Reader,
  dataKeys: DataKeys,
  lanes: readonly L[],
  limit: number,
): Promise<{
  readonly ours: readonly L[]
  readonly entries: readonly WaitingEntry[]
  readonly areAll: boolean
}> {
  const named = [lanes.map(({ connectionId }) => connectionId), lanes.map(({ lane }) => lane)] as const
  // One behind the other: what the second sees, it sees with the lanes in hand.
  const [locked, rows] = await Promise.all([
    work.db.rows(lockLanes, [...named]),
    work.db.rows(nextOfPartitions, [...named, limit]),
  ])
  const isLocked = (connectionId: ConnectionId, lane: number) =>
    locked.some((row) => row.connection_id === connectionId && row.lane === lane)
  return {
    ours: lanes.filter(({ connectionId, lane }) => isLocked(connectionId, lane)),
    entries: rows
      .filter((row) => isLocked(row.connection_id, row.lane))
      .map((row) => ({
        id: row.id,
        connectionId: row.connection_id,
        lane: row.lane,
        chat: row.chat,
        content: () => open(work, dataKeys, row.connection_id, row),
      })),
    areAll: rows.length < limit,
  }
}

export async function finish(
  work: Pick<CompanyWork, 'db' | 'now'>,
  entries: readonly WaitingEntry[],
): Promise<void> {
  await work.db.run(finishEntries, [entries.map(({ id }) => id), work.now])
}

/** Counts a failure of an entry. The fifth sets it aside with its reason, shown to the admin. */
export async function noteFailure(
  work: Pick<CompanyWork, 'db' | 'record'>,
  entryId: InboundEventId,
  reason: string,
): Promise<{ attempts: number; isDead: boolean }> {
  const row = await work.db.one(countFailure, [entryId, attemptsAllowed, reason])
  if (row.is_dead) await recordDeadLetter(work, entryId)
  return { attempts: row.attempts, isDead: row.is_dead }
}

function open(
  { companyId }: Reader,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  row: InboundEventRow,
): Buffer {
  return decrypt(dataKeys, row.content, contextOf(companyId, connectionId, row.key))
}

/** The same chat falls into the same lane for ever, in every process. */
function laneOf(chat: string): number {
  return createHash('sha256').update(chat).digest().readUInt32BE() % lanes
}

function contextOf(companyId: CompanyId, connectionId: ConnectionId, key: string): string {
  return `inbound_events.content ${companyId} ${connectionId} ${key}`
}
