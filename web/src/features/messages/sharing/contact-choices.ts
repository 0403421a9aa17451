import { contactChoices } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useRested } from '../../../lib/timers'

export interface ContactChoice {
  readonly id: ContactId
  readonly name: string
  readonly number: string
}

/** Contacts of the company by name or number, from three characters on; only those that have a number to share. */
export function useContactsToShare(text: string) {
  const name = useRested(text.trim(), limits.searchDebounce)
  const enabled = name.length >= limits.searchMinimum
  const query = useQuery({
    queryKey: ['contacts', 'choices', name],
    queryFn: ({ signal }) => call(contactChoices, { query: { name } }, { signal }),
    enabled,
  })
  return {
    contacts: enabled ? (query.data ?? []).filter(({ number }) => number !== '') : [],
    isSearching: query.isFetching || name !== text.trim(),
    isAnswered: enabled && query.isSuccess,
    error: enabled ? query.error : null,
    retry: () => void query.refetch(),
  }
}
