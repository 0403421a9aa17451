import type { MessageView } from '@balcao/contract/messages'
import { listTicketEvents, type TicketEventView } from '@balcao/contract/ticket-events'
import type { TicketId } from '@balcao/domain/ids'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import type { MessagePage } from '../message-reducer'

interface TimeRange {
  readonly since?: string
  readonly until?: string
}

/** The events (opened, accepted …) of the contact's tickets, live; fetched by the time range of each message page. */
export function useContactTicketEvents(
  ticketId: TicketId,
  pages: readonly MessagePage[],
  hasOlder: boolean,
  hasNewer: boolean,
): readonly TicketEventView[] {
  const client = useQueryClient()
  const stretches = useMemo(
    () => timeRangesOfMessagePages(pages, hasOlder, hasNewer),
    [pages, hasOlder, hasNewer],
  )
  const found = useQueries({
    queries: stretches.map((stretch) => ({
      queryKey: [...keyOf(ticketId), stretch],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(listTicketEvents, { params: { ticketId }, query: stretch }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.events ?? []),
  })
  useLiveEvent('ticketEvent', ({ event }) => {
    const newest = stretches.find(({ until }) => until === undefined)
    if (newest === undefined) return
    client.setQueryData<{ events: TicketEventView[]; hasMore: boolean }>(
      [...keyOf(ticketId), newest],
      (data) =>
        data &&
        (data.events.some(({ id }) => id === event.id) ? data : { ...data, events: [...data.events, event] }),
    )
  })
  return useMemo(() => [...new Map(found.map((event) => [event.id, event])).values()].sort(inTime), [found])
}

function keyOf(ticketId: TicketId): readonly unknown[] {
  return ['ticket-events', ticketId]
}

function inTime(a: TicketEventView, b: TicketEventView): number {
  return a.at.localeCompare(b.at) || a.id - b.id
}

/** The time range of each page, newest first, without gaps. At the ends of the conversation a range is unbounded. */
export function timeRangesOfMessagePages(
  pages: readonly { readonly messages: readonly Pick<MessageView, 'createdAt'>[] }[],
  hasOlder: boolean,
  hasNewer: boolean,
): readonly TimeRange[] {
  const starts = pages.map(({ messages }) => messages[0]?.createdAt)
  const newest = pages[0]?.messages.at(-1)?.createdAt
  return starts.flatMap((start, at) => {
    const isOldest = at === starts.length - 1
    const since = isOldest && !hasOlder ? undefined : start
    const until = at === 0 ? (hasNewer ? newest : undefined) : starts[at - 1]
    // All messages of the page have the same time. Its range is empty and needs no fetch.
    if (since !== undefined && since === until) return []
    return { ...(since !== undefined && { since }), ...(until !== undefined && { until }) }
  })
}
