import type { ConnectionId } from '@balcao/domain/ids'
import {
  credentialsKeyStoreEntry,
  credentialsKeyStoreKey,
  type OfficialCredentials,
  parseOfficialCredentials,
  readOfficialCredentials,
} from '@balcao/domain/official-credentials'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import {
  loadSessionKeyOfConnections,
  loadSessionKeys,
  replaceSessionKeyOfConnections,
} from '../connections/session-keys'
import { lockOtherNumbersOfApp } from './official-numbers.queries'

export function readStoredCredentials(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
): Promise<OfficialCredentials | null> {
  return readOfficialCredentials({
    load: (type, ids) => loadSessionKeys(work, dataKeys, connectionId, type, ids),
  })
}

export async function credentialsOfNumbers(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionIds: readonly ConnectionId[],
): Promise<ReadonlyMap<ConnectionId, OfficialCredentials>> {
  const stored = await loadSessionKeyOfConnections(work, dataKeys, connectionIds, credentialsKeyStoreKey)
  return new Map(
    [...stored].flatMap(([id, text]) => {
      const credentials = parseOfficialCredentials(text)
      return credentials === null ? [] : [[id, credentials] as const]
    }),
  )
}

/** The verify token of the company's other numbers of this app, because an app has one webhook address. */
export async function verifyTokenOfApp(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  appId: string | null,
): Promise<string | null> {
  if (appId === null) return null
  const others = await work.db.rows(lockOtherNumbersOfApp, { connectionId, appId })
  const ids = others.map(({ connection_id }) => connection_id)
  const [first] = (await credentialsOfNumbers(work, dataKeys, ids)).values()
  return first?.verifyToken ?? null
}

/** Stores the app's secret for the company's other numbers of the app: Meta signs an app's webhooks with one secret. */
export async function copyAppSecretToOtherNumbers(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
  { appId, appSecret }: Pick<OfficialCredentials, 'appId' | 'appSecret'>,
): Promise<void> {
  if (appId === null) return
  const others = await work.db.rows(lockOtherNumbersOfApp, { connectionId, appId })
  const credentials = await credentialsOfNumbers(
    work,
    dataKeys,
    others.map(({ connection_id }) => connection_id),
  )
  const changed = [...credentials].flatMap(([id, theirs]) =>
    theirs.appSecret === appSecret
      ? []
      : [[id, credentialsKeyStoreEntry({ ...theirs, appSecret }).value] as const],
  )
  replaceSessionKeyOfConnections(work, dataKeys, credentialsKeyStoreKey, new Map(changed))
}
