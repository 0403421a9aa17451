import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { KeyChange } from '@balcao/whatsapp/ports'
import { type DataKeys, decrypt, encrypt } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import {
  deleteAllSessionKeys,
  deleteSentMessageCopies,
  deleteSessionKeys,
  deleteUploadedMediaIds,
  nextSessionKeys,
  sessionKeyOfConnections,
  sessionKeysOfType,
  updateSessionKeyOfConnections,
  upsertSessionKeys,
} from './session-keys.queries'

/** Loads and decrypts keys. They give access to the WhatsApp account, so each value has its own encryption context. */
export async function loadSessionKeys(
  work: Pick<CompanyWork, 'companyId' | 'db'>,
  dataKeys: DataKeys,
  connectionId: ConnectionId | null,
  type: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (connectionId === null) return new Map()
  const rows = await work.db.rows(sessionKeysOfType, { connectionId, type, ids })
  return new Map(
    rows.map(({ id, value }) => {
      const context = contextOf(work.companyId, connectionId, type, id)
      return [id, decrypt(dataKeys, value, context).toString()]
    }),
  )
}

/** The next keys of these types after the key `after`, in the order of type and id. */
export async function loadNextSessionKeys(
  work: Pick<CompanyWork, 'companyId' | 'db'>,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  types: readonly string[],
  { after, limit }: { readonly after: KeyName | null; readonly limit: number },
): Promise<readonly (KeyName & { readonly value: string })[]> {
  const { type: afterType, id: afterId } = after ?? { type: '', id: '' }
  const rows = await work.db.rows(nextSessionKeys, { connectionId, types, afterType, afterId, limit })
  return rows.map(({ type, id, value }) => {
    const context = contextOf(work.companyId, connectionId, type, id)
    return { type, id, value: decrypt(dataKeys, value, context).toString() }
  })
}

/** Loads the key of this type and id for several connections. Those without the key are left out. */
export async function loadSessionKeyOfConnections(
  work: Pick<CompanyWork, 'companyId' | 'db'>,
  dataKeys: DataKeys,
  connectionIds: readonly ConnectionId[],
  { type, id }: KeyName,
): Promise<ReadonlyMap<ConnectionId, string>> {
  const rows = await work.db.rows(sessionKeyOfConnections, { connectionIds, type, id })
  return new Map(
    rows.map(({ connection_id: connectionId, value }) => {
      const context = contextOf(work.companyId, connectionId, type, id)
      return [connectionId, decrypt(dataKeys, value, context).toString()]
    }),
  )
}

/** Replaces one key of several connections. A key that was deleted meanwhile stays deleted. */
export function replaceSessionKeyOfConnections(
  work: Pick<CompanyWork, 'companyId' | 'db' | 'now'>,
  dataKeys: DataKeys,
  { type, id }: KeyName,
  values: ReadonlyMap<ConnectionId, string>,
): void {
  if (values.size === 0) return
  const connectionIds = [...values.keys()]
  const encrypted = [...values].map(([connectionId, value]) =>
    encrypt(dataKeys, Buffer.from(value), contextOf(work.companyId, connectionId, type, id)),
  )
  work.db.send(updateSessionKeyOfConnections, { connectionIds, values: encrypted, type, id, at: work.now })
}

/** Saves and deletes keys; the last change of a key counts. Requires `lockLeaseOrThrow` or `requireLease`. */
export function changeSessionKeys(
  work: Pick<CompanyWork, 'companyId' | 'db' | 'now'>,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  changes: readonly KeyChange[],
): void {
  const puts: { type: string; id: string; value: Buffer }[] = []
  const drops: KeyChange[] = []
  for (const change of lastOfEach(changes)) {
    const { type, id, value } = change
    const context = contextOf(work.companyId, connectionId, type, id)
    if (value === null) drops.push(change)
    else puts.push({ type, id, value: encrypt(dataKeys, Buffer.from(value), context) })
  }
  if (puts.length > 0) {
    const values = puts.map(({ value }) => value)
    work.db.send(upsertSessionKeys, { connectionId, ...namesOf(puts), values, at: work.now })
  }
  if (drops.length > 0) work.db.send(deleteSessionKeys, { connectionId, ...namesOf(drops) })
}

/** Deletes all keys of an unlinked number, whose next start shows a QR. Requires `lockLeaseOrThrow`. */
export async function deleteKeysOfUnlinkedNumber(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<void> {
  await work.db.run(deleteAllSessionKeys, { connectionId })
}

/** Erases the copies of messages sent under these ids; a phone that requests one again gets none. Needs no lease. */
export async function eraseSentMessageCopies(
  work: Pick<CompanyWork, 'db'>,
  connectionIds: readonly ConnectionId[],
  ids: readonly string[],
): Promise<void> {
  if (connectionIds.length > 0) await work.db.run(deleteSentMessageCopies, { connectionIds, ids })
}

/** Makes the next message with a file upload it again, over each of these connections. Needs no lease. */
export async function forgetUploadedMediaIds(
  work: Pick<CompanyWork, 'db'>,
  connectionIds: readonly ConnectionId[],
): Promise<void> {
  if (connectionIds.length > 0) await work.db.run(deleteUploadedMediaIds, { connectionIds })
}

type KeyName = Pick<KeyChange, 'type' | 'id'>

function lastOfEach(changes: readonly KeyChange[]): Iterable<KeyChange> {
  return new Map(changes.map((change) => [JSON.stringify([change.type, change.id]), change])).values()
}

function namesOf(keys: readonly KeyName[]): { types: string[]; ids: string[] } {
  return { types: keys.map(({ type }) => type), ids: keys.map(({ id }) => id) }
}

function contextOf(companyId: CompanyId, connectionId: ConnectionId, type: string, id: string): string {
  return `connection_keys ${companyId} ${connectionId} ${JSON.stringify([type, id])}`
}
