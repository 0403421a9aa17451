import { createHash } from 'node:crypto'
import type { CompanyId, ConnectionId, InboundEventId } from '@balcao/domain/ids'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import { type DataKeys, decrypt, encrypt } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { recordDeadLetter } from './dead-letters'
import {
  type InboundEventRow,
  inboundEventByKey,
  incrementInboundFailures,
  insertInboundEvents,
  lockInboundPartitions,
  markInboundEventsAcknowledged,
  markInboundEventsDone,
  nextInboundEventsOfPartitions,
  unacknowledgedInboundEvents,
} from './inbound-events.queries'

/** The number of partitions of a connection. Events of one partition run in order; partitions run concurrently. */
const inboundPartitions = 8
/** The number of failures after which an inbound event is dead-lettered. */
const attemptsAllowed = 5
/** A batch ends at this number of encrypted bytes, so that very long texts block the database for a short time only. */
const maxBatchBytes = 256_000

type InboundWork = Pick<CompanyWork, 'companyId' | 'db' | 'now' | 'wake'>
type Reader = Pick<CompanyWork, 'companyId' | 'db'>

/** One partition of a connection: chats whose events are processed one after the other. */
export interface InboundPartition {
  readonly connectionId: ConnectionId
  readonly partition: number
}

export function isSameInboundPartition(one: InboundPartition, other: InboundPartition): boolean {
  return one.connectionId === other.connectionId && one.partition === other.partition
}

export interface WaitingInboundEvent extends InboundPartition {
  readonly id: InboundEventId
  readonly chat: string
  /** Decrypts the content; throws if that fails. */
  readonly content: () => Uint8Array
}

/** Stores events in the transaction that saves the advanced encryption ratchet, so that both commit together. */
export function storeInboundEvents(
  work: InboundWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  entries: readonly InboundEvent[],
): void {
  if (entries.length === 0) return
  work.db.send(insertInboundEvents, {
    connectionId,
    keys: entries.map(({ key }) => key),
    chats: entries.map(({ chat }) => chat),
    partitions: entries.map(({ chat }) => partitionOf(chat)),
    contents: entries.map(({ key, content }) =>
      encrypt(dataKeys, content, contextOf(work.companyId, connectionId, key)),
    ),
    needSettling: entries.map(({ needsAcknowledgement }) => needsAcknowledgement),
    at: work.now,
  })
  for (const partition of new Set(entries.map(({ chat }) => partitionOf(chat)))) {
    work.wake('inbound-events', `${work.companyId}:${connectionId}:${partition}`)
  }
}

/** The content of a stanza that WhatsApp delivers again. Null: no such event is stored. */
export async function readInboundEventContent(
  work: Reader,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  key: string,
): Promise<Uint8Array | null> {
  const row = await work.db.row(inboundEventByKey, { connectionId, key })
  return row && openEvent(work, dataKeys, connectionId, row)
}

/**
 * Stored events that the provider's driver (the code for one WhatsApp provider) has not acknowledged, in order of
 * arrival. After a crash, the driver must apply them again.
 */
export async function readUnacknowledgedInboundEvents(
  work: Reader,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
): Promise<readonly InboundEvent[]> {
  const rows = await work.db.rows(unacknowledgedInboundEvents, { connectionId })
  return rows.map((row) => ({
    key: row.key,
    chat: row.chat,
    content: openEvent(work, dataKeys, connectionId, row),
    needsAcknowledgement: row.needs_acknowledgement,
  }))
}

export async function acknowledgeInboundEvents(
  work: Reader,
  connectionId: ConnectionId,
  keys: readonly string[],
): Promise<void> {
  await work.db.run(markInboundEventsAcknowledged, { connectionId, keys })
}

/**
 * Locks the free partitions until the transaction ends, and returns their next events. `areAll`: no further event
 * waits. May return fewer than `limit` events, because events of partitions locked by other transactions count too.
 */
export async function lockNextInboundEvents<L extends InboundPartition>(
  work: Reader,
  dataKeys: DataKeys,
  partitions: readonly L[],
  limit: number,
): Promise<{
  readonly ours: readonly L[]
  readonly entries: readonly WaitingInboundEvent[]
  readonly areAll: boolean
}> {
  const named = {
    connectionIds: partitions.map(({ connectionId }) => connectionId),
    partitions: partitions.map(({ partition }) => partition),
  }
  // The statements run in this order on one connection, so the second one sees the rows under the locks.
  const [locked, rows] = await Promise.all([
    work.db.rows(lockInboundPartitions, named),
    work.db.rows(nextInboundEventsOfPartitions, { ...named, limit, bytes: maxBatchBytes }),
  ])
  const isLocked = (connectionId: ConnectionId, partition: number) =>
    locked.some((row) => row.connection_id === connectionId && row.partition === partition)
  return {
    ours: partitions.filter(({ connectionId, partition }) => isLocked(connectionId, partition)),
    entries: rows
      .filter((row) => isLocked(row.connection_id, row.partition))
      .map((row) => ({
        id: row.id,
        connectionId: row.connection_id,
        partition: row.partition,
        chat: row.chat,
        content: () => openEvent(work, dataKeys, row.connection_id, row),
      })),
    areAll: rows.length < limit && sumBytes(rows) < maxBatchBytes,
  }
}

function sumBytes(rows: readonly InboundEventRow[]): number {
  return rows.reduce((sum, { content }) => sum + content.length, 0)
}

/** Marks the events as done, with the commit. */
export function finishInboundEvents(
  work: Pick<CompanyWork, 'db' | 'now'>,
  entries: readonly WaitingInboundEvent[],
): void {
  work.db.send(markInboundEventsDone, { entryIds: entries.map(({ id }) => id), at: work.now })
}

/** Counts a failure of an inbound event. The fifth dead-letters it with its reason, which the admin sees. */
export async function recordInboundFailure(
  work: Pick<CompanyWork, 'db' | 'record'>,
  entryId: InboundEventId,
  reason: string,
): Promise<{ attempts: number; isDead: boolean }> {
  const row = await work.db.one(incrementInboundFailures, { entryId, limit: attemptsAllowed, reason })
  if (row.is_dead) await recordDeadLetter(work, entryId)
  return { attempts: row.attempts, isDead: row.is_dead }
}

function openEvent(
  { companyId }: Reader,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  row: InboundEventRow,
): Buffer {
  return decrypt(dataKeys, row.content, contextOf(companyId, connectionId, row.key))
}

/** The hash is the same for ever and in every process, so that a chat's events stay in order. */
function partitionOf(chat: string): number {
  return createHash('sha256').update(chat).digest().readUInt32BE() % inboundPartitions
}

/** The context contains the table's original name, because stored rows are encrypted under it. */
function contextOf(companyId: CompanyId, connectionId: ConnectionId, key: string): string {
  return `in_tray.content ${companyId} ${connectionId} ${key}`
}
