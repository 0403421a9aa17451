import { listContactChoices } from '@balcao/contract/contacts'
import { listTickets } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useDebounced } from '../../../lib/timers'
import { foldCaseAndAccents } from '../../../lib/without-accents'

const maxResults = 6

export function useQuickSwitchResults(words: string) {
  const text = useDebounced(words.trim(), limits.searchDebounce)
  const enabled = text.length >= limits.searchMinimum
  const tickets = useQuery({
    queryKey: ['quick-switch', 'tickets', text],
    queryFn: ({ signal }) => call(listTickets, { query: { searchParam: text, showAll: true } }, { signal }),
    enabled,
  })
  const contacts = useQuery({
    queryKey: ['contacts', 'choices', text],
    queryFn: ({ signal }) => call(listContactChoices, { query: { name: text } }, { signal }),
    enabled,
  })
  return {
    tickets: enabled
      ? sortBestMatchesFirst(tickets.data?.tickets ?? [], text, ({ contact }) => contact.name).slice(
          0,
          maxResults,
        )
      : [],
    contacts: enabled
      ? sortBestMatchesFirst(contacts.data ?? [], text, ({ name }) => name).slice(0, maxResults)
      : [],
    isSearching: enabled && (tickets.isFetching || contacts.isFetching),
    error: enabled ? (tickets.error ?? contacts.error) : null,
  }
}

/**
 * Sorts by name: names that begin with the text, then names with a word that does, then names that contain
 * the text.
 */
export function sortBestMatchesFirst<Found>(
  found: readonly Found[],
  words: string,
  nameOf: (one: Found) => string,
): readonly Found[] {
  const wanted = foldCaseAndAccents(words.trim())
  const distance = (one: Found) => {
    const name = foldCaseAndAccents(nameOf(one))
    if (name.startsWith(wanted)) return 0
    if (name.includes(` ${wanted}`)) return 1
    return name.includes(wanted) ? 2 : 3
  }
  return found.toSorted((one, other) => distance(one) - distance(other))
}
