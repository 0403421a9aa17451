import { useQuery } from '@tanstack/react-query'
import { isVisiting, useUser } from '../../../lib/session'
import { readShare, shareName, waitingShares } from '../kept-shares'

export const waitingKey = ['shares', 'waiting']

/** What waits in this browser, the newest first. On a visit of the platform's support nothing: it waits for the way back. */
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

/** One of them; null when it is gone. Its files are let go with the page. */
export function useShare(id: string) {
  return useQuery({
    queryKey: ['shares', 'one', id],
    queryFn: () => readShare(id),
    networkMode: 'always',
    staleTime: 'static', // a reconnect changes nothing about it
    gcTime: 0,
  })
}

/** What to call one of them; null when that cannot be told. */
export function useShareName(id: string) {
  return useQuery({
    queryKey: ['shares', 'name', id],
    queryFn: () => shareName(id),
    networkMode: 'always',
    staleTime: 'static',
  })
}
