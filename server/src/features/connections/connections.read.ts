import type { ConnectionId, QueueId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type UsageRow, usageOfConnection } from './connection-usage.queries'
import { connectionToUse } from './connections.access'
import { connectionsOfCompany, defaultConnection, queuesLinkedTo } from './connections.queries'

type Reader = Pick<CompanyWork, 'db'>

/**
 * The connection that a new ticket goes over: the one asked for, else the user's default, else the company's
 * (TICKET-45). Refuses ERR_NO_WAPP_FOUND for a foreign one, ERR_NO_DEF_WAPP_FOUND when the company has none.
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

/** The company's default connection; null when it has none. */
export async function defaultConnectionId(work: Reader): Promise<ConnectionId | null> {
  return (await work.db.row(defaultConnection, []))?.id ?? null
}

/** The queues linked to a connection, in their order. */
export async function queuesOfConnection(work: Reader, connectionId: ConnectionId): Promise<QueueId[]> {
  return (await work.db.rows(queuesLinkedTo, [connectionId])).map(({ id }) => id)
}

/** The company's connected numbers, the default first: any of them can ask WhatsApp something. */
export async function connectedConnections(work: Reader): Promise<readonly { readonly id: ConnectionId }[]> {
  const rows = await work.db.rows(connectionsOfCompany, [])
  const connected = rows.filter(({ status }) => status === 'CONNECTED')
  return connected.sort((a, b) => Number(b.is_default) - Number(a.is_default))
}

/** What hangs on a connection and where it would go, to be told before it is deleted (CONN-23). */
export async function usageOf(work: Reader, connectionId: ConnectionId): Promise<UsageRow> {
  const usage = await work.db.row(usageOfConnection, [connectionId])
  if (usage === null) throw refuse('ERR_NO_WAPP_FOUND')
  return usage
}
