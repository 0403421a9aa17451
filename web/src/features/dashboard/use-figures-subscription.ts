import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { atMostEvery } from '../../lib/at-most-every'
import { useLive } from '../../lib/live'
import { dashboardKey } from './api/figures'

const restMs = 10_000

/**
 * Fetches the figures again when a ticket, a contact or a user changes, at most every ten seconds: in a busy company
 * something changes all the time. After a reconnect everything is fetched again anyway (`providers.tsx`).
 */
export function useFiguresSubscription(): void {
  const queries = useQueryClient()
  const tell = useRef<() => void>(() => undefined)
  useEffect(() => {
    const paced = atMostEvery(restMs, () => void queries.invalidateQueries({ queryKey: [dashboardKey] }))
    tell.current = paced.call
    return paced.stop
  }, [queries])

  useLive('ticket', ({ action }) => {
    if (action !== 'updateUnread') tell.current() // reading changes no figure
  })
  useLive('contact', () => tell.current())
  useLive('user', () => tell.current()) // comes and goes, too: who is online stands in the table
}
