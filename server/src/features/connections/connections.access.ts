import type { ConnectionId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type ConnectionRow, connectionById } from './connections.queries'

/** Every user of the company may read its connections (CONN-20). A connection of another company is not found. */
export async function connectionToRead(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<ConnectionRow> {
  const connection = await work.db.row(connectionById, { connectionId })
  if (connection === null) throw refuse('ERR_NO_WAPP_FOUND')
  return connection
}

export async function connectionToUse(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<ConnectionId> {
  return (await connectionToRead(work, connectionId)).id
}
