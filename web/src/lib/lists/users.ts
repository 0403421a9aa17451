import { listUserChoices } from '@balcao/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'

/** The first part of the query key of every list of users. */
export const usersKey = 'users'

/** The users of the company with the queues that each serves, for choosers. */
export function useUsersOfCompany(enabled = true) {
  return useQuery({
    queryKey: [usersKey, 'choices'],
    queryFn: ({ signal }) => call(listUserChoices, {}, { signal }),
    enabled,
  })
}

/**
 * Refetches the shown lists of users when one of them changes. The name of a deleted user is also in notes, answers, event
 * lines and closed tickets, which have no event: so a deletion refetches everything on screen. Once per tab, in the shell.
 */
export function useUserSubscription(): void {
  const queries = useQueryClient()
  useLive('user', ({ action }) => {
    void queries.invalidateQueries(action === 'delete' ? undefined : { queryKey: [usersKey] })
  })
}
