import type { ConnectionView } from '@balcao/contract/connections'
import { getConnectionOutage } from '@balcao/contract/tickets'
import { isConnectionDown } from '@balcao/domain/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../call'
import { useUser, useViewer } from '../session'
import { minuteMs, useNow } from '../timers'
import { useConnections } from './connections'

const emptyList: readonly never[] = []
/** In milliseconds: how often to check which connections have been disconnected long enough to count as down. */
const glance = 5_000

/** Every connection that is down, whose outgoing messages wait. */
export function useOutages(): readonly ConnectionView[] {
  const { data = emptyList } = useConnections()
  const now = useNow(glance)
  const ids = data
    .filter((connection) => isConnectionDown(connection, now))
    .map(({ id }) => id)
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids identify the result; the clock alone changes nothing
  return useMemo(() => data.filter((connection) => isConnectionDown(connection, now)), [data, ids])
}

export function useOutage(id: ConnectionId | null): ConnectionView | undefined {
  return useOutages().find((connection) => connection.id === id)
}

/**
 * The outages that concern this user. Users who can repair connections see all. Others see those of their queues,
 * of their open tickets, and of their default connection.
 */
export function useRelevantOutages(): readonly ConnectionView[] {
  const outages = useOutages()
  const mayMend = hasPermission(useViewer(), 'connections-page:actionButtons')
  const { queues, whatsappId } = useUser()
  const facts = useOutageDetails(outages.length > 0 && !mayMend)
  if (mayMend) return outages
  return outages.filter(
    ({ id, queues: served }) =>
      id === whatsappId ||
      served.some((queue) => queues.some((own) => own.id === queue.id)) ||
      facts?.connectionIds.includes(id) === true,
  )
}

/** A text that names the admins who can repair a connection, or says "the admin" where no name is known. */
export function useConnectionRepairersText(): string {
  const { t, i18n } = useTranslation()
  const facts = useOutageDetails(true)
  const names = (facts?.admins ?? []).map(({ name }) => name).slice(0, 3)
  if (names.length === 0) return t('outage.askAdmin')
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names)
  return t('outage.ask', { names: list })
}

function useOutageDetails(isWanted: boolean) {
  return useQuery({
    queryKey: ['tickets', 'outage'],
    queryFn: ({ signal }) => call(getConnectionOutage, {}, { signal }),
    enabled: isWanted,
    refetchInterval: minuteMs, // only during an outage: this user may get tickets meanwhile
  }).data
}
