import { userChoices } from '@balcao/contract/people'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { usersKey } from '../../../lib/lists/users'

/** The users of the company with the queues that each serves. */
export function useUsersOfQueues() {
  return useQuery({
    queryKey: [usersKey, 'choices'],
    queryFn: ({ signal }) => call(userChoices, {}, { signal }),
  })
}
