import type { ConnectionId } from '@balcao/domain/ids'
import { type OfficialCredentials, readCredentials } from '@balcao/domain/official-credentials'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { loadKeys } from '../connections/session-keys'

/** The secrets of an official number; null: it has none. */
export function storedCredentials(
  work: CompanyWork,
  dataKeys: DataKeys,
  connectionId: ConnectionId,
): Promise<OfficialCredentials | null> {
  return readCredentials({ load: (type, ids) => loadKeys(work, dataKeys, connectionId, type, ids) })
}
