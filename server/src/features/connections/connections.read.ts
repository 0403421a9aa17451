import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type ConnectionUsageRow, usageOfConnection } from './connection-usage.queries'
import { connectionToUse } from './connections.access'
import { connectionsOfCompany, defaultConnection, queuesLinkedToConnection } from './connections.queries'

type Reader = Pick<CompanyWork, 'db'>

/**
 * The requested connection, else the user's default, else the company's (TICKET-45). Refuses another company's
 * connection (ERR_NO_WAPP_FOUND), and a company without connections (ERR_NO_DEF_WAPP_FOUND).
 */
export async function connectionForNewTicket(
  work: Reader,
  choice: { readonly requestedId: ConnectionId | null; readonly userDefaultId: ConnectionId | null },
): Promise<ConnectionId> {
  if (choice.requestedId !== null) return connectionToUse(work, choice.requestedId)
  if (choice.userDefaultId !== null) return choice.userDefaultId
  const usualId = await defaultConnectionId(work)
  if (usualId === null) throw refuse('ERR_NO_DEF_WAPP_FOUND')
  return usualId
}

export async function defaultConnectionId(work: Reader): Promise<ConnectionId | null> {
  return (await work.db.row(defaultConnection))?.id ?? null
}

export async function queuesOfConnection(work: Reader, connectionId: ConnectionId): Promise<QueueId[]> {
  return (await work.db.rows(queuesLinkedToConnection, { connectionId })).map(({ id }) => id)
}

/** The connected connections of the company, the default first. Any of them can send a query to WhatsApp. */
export async function connectedConnections(
  work: Reader,
): Promise<readonly { readonly id: ConnectionId; readonly provider: string }[]> {
  const rows = await work.db.rows(connectionsOfCompany)
  const connected = rows.filter(({ status }) => status === 'CONNECTED')
  return connected.sort((a, b) => Number(b.is_default) - Number(a.is_default))
}

/** What depends on a connection, and which connection would take it over, to confirm a deletion (CONN-23). */
export async function readConnectionUsage(
  work: Reader,
  connectionId: ConnectionId,
): Promise<ConnectionUsageRow> {
  return rowOrRefuse(await work.db.row(usageOfConnection, { connectionId }), 'ERR_NO_WAPP_FOUND')
}
