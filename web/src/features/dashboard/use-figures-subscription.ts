import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { atMostEvery } from '../../lib/at-most-every'
import { useLive } from '../../lib/live'
import { dashboardKey } from './api/figures'

const restMs = 10_000

/**
 * Refetches the figures when a ticket, a contact or a user changes, at most every ten seconds: a busy company changes all
 * the time. A reconnect refetches everything anyway (`providers.tsx`).
 */
export function useFiguresSubscription(): void {
  const queries = useQueryClient()
  const reload = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = atMostEvery(restMs, () => void queries.invalidateQueries({ queryKey: [dashboardKey] }))
    reload.current = paced.call
    return paced.stop
  }, [queries])

  useLive('ticket', ({ action }) => {
    if (action !== 'updateUnread') reload.current() // reading changes no figure
  })
  useLive('contact', () => reload.current())
  useLive('user', () => reload.current()) // also presence: the table shows who is online
}
