import type { ConnectionId } from '@balcao/domain/ids'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { loadKeys } from '../connections/session-keys'
import { type Credentials, readCredentials } from './official-api.port'

/** The secrets of an official number; null: it has none. */
export function storedCredentials(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
): Promise<Credentials | null> {
  return readCredentials({ load: (type, ids) => loadKeys(work, dataKeys, connectionId, type, ids) })
}
