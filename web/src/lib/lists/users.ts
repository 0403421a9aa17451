import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live'

/** The first word of the key of every list of users, whoever shows it. */
export const usersKey = 'users'

/**
 * Fetches the shown lists of users again when one of them changes. Who leaves the company stood in notes, answers, lines
 * and closed tickets, which tell nothing of it: everything on screen is fetched again. Once per tab, in the shell.
 */
export function useUserNews(): void {
  const queries = useQueryClient()
  useLive('user', ({ action }) => {
    void queries.invalidateQueries(action === 'delete' ? undefined : { queryKey: [usersKey] })
  })
}
