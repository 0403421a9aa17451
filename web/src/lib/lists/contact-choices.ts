import { listContactChoices } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../call'
import { useDebounced } from '../timers'

export interface ContactChoice {
  readonly id: ContactId
  readonly name: string
  /** The digits of the number; empty while WhatsApp hides it. */
  readonly number: string
}

const emptyList: readonly ContactChoice[] = []

/** Contacts by name or number, by relevance. Debounced by 500 ms (TICKET-49). */
export function useContactChoices(text: string) {
  const written = text.trim()
  const name = useDebounced(written, limits.searchDebounce)
  const enabled = name.length >= limits.searchMinimum
  const query = useQuery({
    queryKey: ['contacts', 'choices', name],
    queryFn: ({ signal }) => call(listContactChoices, { query: { name } }, { signal }),
    enabled,
  })
  return {
    contacts: enabled ? (query.data ?? emptyList) : emptyList,
    isSearching: written.length >= limits.searchMinimum && (query.isFetching || name !== written),
    isAnswered: enabled && query.isSuccess,
    error: enabled ? query.error : null,
    retry: () => void query.refetch(),
  }
}
