import { userChoices } from '@balcao/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLive } from '../live'

/** The first word of the key of every list of users, whoever shows it. */
export const usersKey = 'users'

/** The users of the company with the queues that each serves, for choosers. */
export function useUsersOfCompany(enabled = true) {
  return useQuery({
    queryKey: [usersKey, 'choices'],
    queryFn: ({ signal }) => call(userChoices, {}, { signal }),
    enabled,
  })
}

/**
 * Fetches the shown lists of users again when one of them changes. Who leaves the company stood in notes, answers, lines
 * and closed tickets, which tell nothing of it: everything on screen is fetched again. Once per tab, in the shell.
 */
export function useUserSubscription(): void {
  const queries = useQueryClient()
  useLive('user', ({ action }) => {
    void queries.invalidateQueries(action === 'delete' ? undefined : { queryKey: [usersKey] })
  })
}
