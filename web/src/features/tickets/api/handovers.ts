import { type HandoverView, listHandovers, seeHandover } from '@balcao/contract/handovers'
import type { LiveHandover } from '@balcao/contract/live'
import { reduceHandover } from '@balcao/contract/record-reducers'
import type { TicketId } from '@balcao/domain/ids'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import { useViewer } from '../../../lib/session'
import { useWindowFocus } from '../../../lib/window-focus'

const unseen = queryOptions({
  queryKey: ['handovers'],
  queryFn: ({ signal }) => call(listHandovers, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY, // events keep it current, and a reconnect fetches it again
})

/** Tickets that colleagues transferred to this person, who has not opened them; newest first. */
export function useHandovers(): readonly HandoverView[] {
  return useQuery(unseen).data ?? []
}

/** Keeps the list current, and hands on what was transferred to this person just now. Once per tab. */
export function useHandoverSubscription(onHandedOver: (handover: HandoverView) => void): void {
  const client = useQueryClient()
  const { userId } = useViewer()
  useLive('handover', (event) => {
    takeIn(client, event)
    if (event.action === 'create') onHandedOver(event.handover)
  })
  useLive('ticket', (event) => {
    const isMine =
      event.action === 'update' && event.ticket.status === 'open' && event.ticket.userId === userId
    if (isMine || event.action === 'updateUnread') return
    const known = client.getQueryData(unseen.queryKey) ?? []
    if (known.some(({ ticketId }) => ticketId === event.ticketId))
      void client.invalidateQueries({ queryKey: unseen.queryKey })
  })
}

/** Says that this person has seen it. Where that fails it goes on waiting in the bell. */
export function useSeeHandover() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ticketId: TicketId) => call(seeHandover, { params: { ticketId } }),
    onSuccess: (_, ticketId) => takeIn(client, { action: 'delete', ticketId }),
  })
}

/** The conversation of this ticket is on screen: a transfer that waits in the bell counts as seen. */
export function useSeenByOpening(ticketId: TicketId | undefined): void {
  const waits = useHandovers().some((handover) => handover.ticketId === ticketId)
  const isLooking = useWindowFocus()
  const { mutate } = useSeeHandover()
  useEffect(() => {
    if (waits && isLooking && ticketId !== undefined) mutate(ticketId)
  }, [waits, isLooking, ticketId, mutate])
}

function takeIn(client: QueryClient, event: LiveHandover): void {
  client.setQueryData(unseen.queryKey, (known) => known && reduceHandover(known, event))
}
