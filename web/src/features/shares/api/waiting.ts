import { useQuery } from '@tanstack/react-query'
import { isVisiting, useUser } from '../../../lib/session'
import { readShare, shareName, waitingShares } from '../kept-shares'

export const waitingKey = ['shares', 'waiting']

/**
 * The shares that wait in this browser, newest first. A support visit of the platform's owner has none: they wait for the
 * return.
 */
export function useWaitingShares() {
  const user = useUser()
  const isVisit = isVisiting(user)
  return useQuery({
    queryKey: waitingKey,
    queryFn: () => (isVisit ? [] : waitingShares(user.id, Date.now())),
    networkMode: 'always',
    refetchOnMount: 'always',
  })
}

/** One share; null when it no longer exists. Its files are released with the page. */
export function useShare(id: string) {
  return useQuery({
    queryKey: ['shares', 'one', id],
    queryFn: () => readShare(id),
    networkMode: 'always',
    staleTime: 'static', // a reconnect changes nothing about it
    gcTime: 0,
  })
}

/** The name of a share; null when it has none. */
export function useShareName(id: string) {
  return useQuery({
    queryKey: ['shares', 'name', id],
    queryFn: () => shareName(id),
    networkMode: 'always',
    staleTime: 'static',
  })
}
