import type { LiveChat } from '@balcao/contract/live'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLive } from '../../../lib/live'

/** Folds live events into what is loaded, and once more into what was fetched meanwhile: it may not hold them yet. */
export function useFoldedChats(queryKey: readonly unknown[], fold: (event: LiveChat) => void): void {
  const isFetching = useIsFetching({ queryKey, exact: true }) > 0
  const meanwhile = useRef<LiveChat[]>([])
  const latest = useRef(fold)
  useEffect(() => {
    latest.current = fold
  })
  useLive('chat', (event) => {
    if (isFetching) meanwhile.current.push(event)
    fold(event)
  })
  useEffect(() => {
    if (isFetching) return
    for (const event of meanwhile.current.splice(0)) latest.current(event)
  }, [isFetching])
}
