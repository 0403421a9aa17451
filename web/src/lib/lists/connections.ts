import { type ConnectionView, listConnections } from '@balcao/contract/connections'
import type { LiveConnectionPayload, LiveConnectionStatePayload } from '@balcao/contract/live'
import { listWithoutRecord, listWithRecord } from '@balcao/contract/record-reducers'
import { normalizedConnectionStatus } from '@balcao/domain/connections'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

/** Every connection of the company. `session=0` leaves out the secrets of sessions (CONN-19, CAMP-16). */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }): Promise<ConnectionView[]> =>
    call(listConnections, { query: { session: '0' } }, { signal }),
})

export function useConnections() {
  return useQuery(connectionsQuery)
}

/** Applies the company's events to the list of connections (CONN-15). Mount once per tab. */
export function useConnectionSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('connection', (event) =>
    queries.setQueryData(connectionsQuery.queryKey, (list) => list && reduceConnections(list, event)),
  )
  useLiveEvent('connectionSession', (event) =>
    queries.setQueryData(connectionsQuery.queryKey, (list) => list && reduceConnectionSessions(list, event)),
  )
}

export function reduceConnections(
  list: readonly ConnectionView[],
  event: LiveConnectionPayload,
): ConnectionView[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.whatsappId)
  // The server may send no event about the previous default connection, so its flag is cleared here.
  const others = event.whatsapp.isDefault ? list.map((row) => ({ ...row, isDefault: false })) : list
  return listWithRecord(others, wellSpelled(event.whatsapp))
}

export function reduceConnectionSessions(
  list: readonly ConnectionView[],
  { session }: LiveConnectionStatePayload,
): ConnectionView[] {
  return list.map((row) => (row.id === session.id ? wellSpelled({ ...row, ...session }) : row))
}

function wellSpelled(connection: ConnectionView): ConnectionView {
  return { ...connection, status: normalizedConnectionStatus(connection.status) }
}
