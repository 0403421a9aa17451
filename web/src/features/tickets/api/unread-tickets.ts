import { factsOf } from '@balcao/contract/ticket-list-fold'
import type { TicketView } from '@balcao/contract/tickets'
import { isNotified } from '@balcao/domain/tickets'
import { useMemo } from 'react'
import { useViewer } from '../../../lib/session'
import type { Question } from '../list-view'
import { useTicketList } from './list-tickets'

const unread = {
  showAll: false, // never all of the company's, even for admins (SHELL-46)
  withUnreadMessages: true,
  queueIds: undefined,
  searchParam: '',
  tags: [],
  users: [],
} as const
const mine: Question = { ...unread, status: 'open' }
const pending: Question = { ...unread, status: 'pending' }

/** The tickets with unread messages that this person is told of (RT-12), newest first; live. */
export function useUnreadTickets(): readonly TicketView[] {
  const viewer = useViewer()
  const own = useTicketList(mine).tickets
  const waiting = useTicketList(pending).tickets
  return useMemo(
    () =>
      [...own, ...waiting]
        .filter((ticket) => isNotified(viewer, factsOf(ticket)))
        .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
    [own, waiting, viewer],
  )
}
