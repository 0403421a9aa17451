import { listTickets, type TicketView } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useRested } from '../../../lib/timers'
import { withoutAccents } from '../../../lib/without-accents'

export interface FoundTickets {
  readonly tickets: readonly TicketView[]
  /** Whether a search found them; otherwise they are the person's own open tickets. */
  readonly isSearch: boolean
  /** Whether more tickets match than these newest ones. */
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly error: Error | null
  readonly reload: () => void
}

/**
 * The person's own open tickets, filtered by name. From three characters on, debounced, all tickets that a search finds.
 */
export function useFoundTickets(words: string): FoundTickets {
  const written = words.trim()
  const text = useRested(written, limits.searchDebounce)
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
  const wanted = withoutAccents(written)
  return {
    tickets: (own.data?.tickets ?? []).filter(({ contact }) => withoutAccents(contact.name).includes(wanted)),
    isSearch: false,
    hasMore: own.data?.hasMore === true,
    isLoading: asked.isLoading || (isSearch && text !== written),
    error: asked.error,
    reload: () => void asked.refetch(),
  }
}
