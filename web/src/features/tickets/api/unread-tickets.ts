import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import { isNotifiedOfTicket } from '@balcao/domain/tickets'
import { useMemo } from 'react'
import { maxUnreadInTitle } from '../../../lib/page-title'
import { useViewer } from '../../../lib/session'
import type { TicketListQuery } from '../list-view'
import { type TicketListResult, useTicketList } from './list-tickets'

const unread = {
  showAll: false, // never the whole company's, even for admins (SHELL-46)
  withUnreadMessages: true,
  queueIds: undefined,
  searchParam: '',
  tags: [],
  users: [],
} as const
/** Counting stops after loading this many tickets: long lists may contain few tickets that notify this user. */
const mostFetched = 200
const mine: TicketListQuery = { ...unread, status: 'open' }

export interface UnreadTickets extends Omit<TicketListResult, 'found'> {
  /** The unread tickets of two lists (own, pending), newest first, as far back as both lists are loaded. */
  readonly tickets: readonly TicketView[]
  /** The number of unread tickets that are loaded so far. */
  readonly count: number
  /** Counting is over: `count` is exact, or above the largest number that is shown. */
  readonly isCounted: boolean
}

/** The unread tickets that notify this user (RT-12), page by page; live. */
export function useUnreadTickets(): UnreadTickets {
  const viewer = useViewer()
  const own = useTicketList(mine)
  // Admins can list every queue, but only their own notify them. With the right `allTicket` every queue notifies.
  const queueIds = viewer.allTicket ? undefined : viewer.queueIds
  const waiting = useTicketList({ ...unread, status: 'pending', queueIds })
  const loaded = useMemo(
    () =>
      [...own.tickets, ...waiting.tickets]
        .filter((ticket) => isNotifiedOfTicket(viewer, ticketSnapshotOf(ticket)))
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
    [own.tickets, waiting.tickets, viewer],
  )
  const lists = [own, waiting]
  const end = lists.map(endOf).sort().at(-1) ?? ''
  return {
    tickets: loaded.filter(({ updatedAt }) => updatedAt >= end),
    count: loaded.length,
    isCounted:
      loaded.length > maxUnreadInTitle ||
      own.tickets.length + waiting.tickets.length > mostFetched ||
      lists.every((list) => !list.hasMore || list.moreFailed),
    isLoading: lists.some((list) => list.isLoading),
    error: own.error ?? waiting.error,
    hasMore: lists.some((list) => list.hasMore),
    isFetching: lists.some((list) => list.isFetching),
    isLoadingMore: lists.some((list) => list.isLoadingMore),
    moreFailed: lists.some((list) => list.moreFailed),
    loadMore: () => {
      for (const list of lists) list.loadMore()
    },
    reload: () => {
      for (const list of lists) list.reload()
    },
  }
}

/** The time of the oldest loaded ticket, back to which this list is complete; '' if all are loaded. */
function endOf({ hasMore, tickets }: Pick<UnreadTickets, 'hasMore' | 'tickets'>): string {
  return hasMore ? (tickets.at(-1)?.updatedAt ?? '') : ''
}
