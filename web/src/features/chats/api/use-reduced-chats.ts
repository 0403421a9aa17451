import type { LiveChat } from '@balcao/contract/live'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLive } from '../../../lib/live'

/** Folds live events into what is loaded, and once more into what was fetched meanwhile: it may not hold them yet. */
export function useReducedChats(queryKey: readonly unknown[], reduce: (event: LiveChat) => void): void {
  const isFetching = useIsUnderWay(queryKey)
  const meanwhile = useRef<LiveChat[]>([])
  const latest = useRef(reduce)
  useEffect(() => {
    latest.current = reduce
  })
  useLive('chat', (event) => {
    if (isFetching) meanwhile.current.push(event)
    reduce(event)
  })
  useEffect(() => {
    if (isFetching) return
    for (const event of meanwhile.current.splice(0)) latest.current(event)
  }, [isFetching])
}

/** Whether this very query is being fetched. `useIsFetching` asks every query there is, each time that one changes. */
function useIsUnderWay(queryKey: readonly unknown[]): boolean {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]),
    () => client.getQueryState(queryKey)?.fetchStatus === 'fetching',
  )
}
