import { listTickets, type TicketView } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { isOnSupportVisit, useUser } from '../../../lib/session'
import { useDebounced } from '../../../lib/timers'
import { foldCaseAndAccents } from '../../../lib/without-accents'
import { readShareContent, readShareName, readWaitingShares } from '../kept-shares'

export interface TicketPickerResult {
  readonly tickets: readonly TicketView[]
  /** Whether a search found the tickets; otherwise they are the user's own open tickets. */
  readonly isSearch: boolean
  /** Whether more tickets match than the newest ones in the list. */
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly error: Error | null
  readonly reload: () => void
}

/** The user's own open tickets; from three characters on, all tickets that a debounced search finds. */
export function useTicketPickerResult(words: string): TicketPickerResult {
  const written = words.trim()
  const text = useDebounced(written, limits.searchDebounce)
  const isSearch = written.length >= limits.searchMinimum
  const own = useQuery({
    queryKey: ['shares', 'own-tickets'],
    queryFn: ({ signal }) => call(listTickets, { query: { status: 'open' } }, { signal }),
  })
  const found = useQuery({
    queryKey: ['shares', 'tickets', text],
    queryFn: ({ signal }) => call(listTickets, { query: { searchParam: text, showAll: true } }, { signal }),
    enabled: isSearch && text === written,
  })
  if (isSearch && text === written && found.data !== undefined)
    return { ...found, ...found.data, isSearch, reload: () => void found.refetch() }

  const asked = isSearch ? found : own
  const wanted = foldCaseAndAccents(written)
  return {
    tickets: (own.data?.tickets ?? []).filter(({ contact }) =>
      foldCaseAndAccents(contact.name).includes(wanted),
    ),
    isSearch: false,
    hasMore: own.data?.hasMore === true,
    isLoading: asked.isLoading || (isSearch && text !== written),
    error: asked.error,
    reload: () => void asked.refetch(),
  }
}

export const waitingSharesQueryKey = ['shares', 'waiting']

/** The shares that the user has not sent yet. Empty on a support visit: shares belong to the visitor's own account. */
export function useWaitingShares() {
  const user = useUser()
  const isVisit = isOnSupportVisit(user)
  return useQuery({
    queryKey: waitingSharesQueryKey,
    queryFn: () => (isVisit ? [] : readWaitingShares(user.id, Date.now())),
    networkMode: 'always',
    refetchOnMount: 'always',
  })
}

/** A share with its files; null when it no longer exists. The cache drops the files on unmount. */
export function useShareContent(id: string) {
  return useQuery({
    queryKey: ['shares', 'one', id],
    queryFn: () => readShareContent(id),
    networkMode: 'always',
    staleTime: 'static', // a reconnect changes nothing about it
    gcTime: 0,
  })
}

export function useNameOfShare(id: string) {
  return useQuery({
    queryKey: ['shares', 'name', id],
    queryFn: () => readShareName(id),
    networkMode: 'always',
    staleTime: 'static',
  })
}
