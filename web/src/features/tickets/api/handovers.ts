import { type HandoverView, listHandovers, markHandoverAsSeen } from '@balcao/contract/handovers'
import type { LiveHandoverPayload } from '@balcao/contract/live'
import { reduceHandovers } from '@balcao/contract/record-reducers'
import type { TicketId } from '@balcao/domain/ids'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { useViewer } from '../../../lib/session'
import { useWindowFocus } from '../../../lib/window-focus'

const unseen = queryOptions({
  queryKey: ['handovers'],
  queryFn: ({ signal }) => call(listHandovers, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY, // events update it, and a reconnect fetches it again
})

/** The tickets that colleagues transferred to this user and that the user has not opened; newest first. */
export function useUnseenHandovers(): readonly HandoverView[] {
  return useQuery(unseen).data ?? []
}

/** Applies live events to the list of handovers; calls back with each new one. Mount once per tab. */
export function useHandoverSubscription(onHandedOver: (handover: HandoverView) => void): void {
  const client = useQueryClient()
  const { userId } = useViewer()
  useLiveEvent('handover', (event) => {
    takeIn(client, event)
    if (event.action === 'create') onHandedOver(event.handover)
  })
  useLiveEvent('ticket', (event) => {
    const isMine =
      event.action === 'update' && event.ticket.status === 'open' && event.ticket.userId === userId
    if (isMine || event.action === 'updateUnread') return
    const known = client.getQueryData(unseen.queryKey) ?? []
    // A fetch that is running may still return this ticket, so it is started again.
    const isFetching = client.isFetching({ queryKey: unseen.queryKey }) > 0
    if (isFetching || known.some(({ ticketId }) => ticketId === event.ticketId))
      void client.invalidateQueries({ queryKey: unseen.queryKey })
  })
}

/** Marks a transfer as seen. If the call fails, the transfer stays in the list of notifications. */
export function useMarkHandoverSeen() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ticketId: TicketId) => call(markHandoverAsSeen, { params: { ticketId } }),
    onSuccess: (_, ticketId) => takeIn(client, { action: 'delete', ticketId }),
  })
}

/** Marks a transfer as seen while its conversation is on screen. */
export function useMarkHandoverSeenOnOpen(ticketId: TicketId | undefined): void {
  const waits = useUnseenHandovers().some((handover) => handover.ticketId === ticketId)
  const hasFocus = useWindowFocus()
  const { mutate } = useMarkHandoverSeen()
  useEffect(() => {
    if (waits && hasFocus && ticketId !== undefined) mutate(ticketId)
  }, [waits, hasFocus, ticketId, mutate])
}

function takeIn(client: QueryClient, event: LiveHandoverPayload): void {
  client.setQueryData(unseen.queryKey, (known) => known && reduceHandovers(known, event))
}
