import { listUserChoices } from '@balcao/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'

/** The first part of the query key of every list of users. */
export const usersQueryKey = 'users'

export function useUsersOfCompany(enabled = true) {
  return useQuery({
    queryKey: [usersQueryKey, 'choices'],
    queryFn: ({ signal }) => call(listUserChoices, {}, { signal }),
    enabled,
  })
}

/**
 * Refetches lists of users when a user changes. A deleted user also disappears from notes, event lines and closed
 * tickets, for which no event follows, so then everything is refetched. Mount once per tab.
 */
export function useUserSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('user', ({ action }) => {
    void queries.invalidateQueries(action === 'delete' ? undefined : { queryKey: [usersQueryKey] })
  })
}
