import type { ConnectionId } from '@balcao/domain/ids'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type ConnectionRow, connectionById } from './connections.queries'

/** Every user of the company may read its connections (CONN-20). A connection of another company is not found. */
export async function connectionToRead(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<ConnectionRow> {
  return rowOrRefuse(await work.db.row(connectionById, { connectionId }), 'ERR_NO_WAPP_FOUND')
}

export async function connectionToUse(
  work: Pick<CompanyWork, 'db'>,
  connectionId: ConnectionId,
): Promise<ConnectionId> {
  return (await connectionToRead(work, connectionId)).id
}
