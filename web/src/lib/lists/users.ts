import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../live'

/** The first word of the key of every list of users, whoever shows it. */
export const usersKey = 'users'

/** Fetches the shown lists of users again when one of them changes. Once per tab, in the shell. */
export function useUserNews(): void {
  const queries = useQueryClient()
  useLive('user', () => void queries.invalidateQueries({ queryKey: [usersKey] }))
}
