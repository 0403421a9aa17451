import { useEffect } from 'react'
import { observable, useObservable } from './observable'

const unreadTickets = observable(0)

/** More than this is `99+`: nobody counts further, and not all need be loaded. */
export const mostCounted = 99

/** Tickets with unread messages of this person: the ticket area knows, the page title says it. */
export function showUnread(count: number): void {
  unreadTickets.set(count)
}

/** `(3) Atendimentos · Balcão`. */
export function usePageTitle(title: string): void {
  const unread = useObservable(unreadTickets)
  useEffect(() => {
    document.title = `${countOf(unread)}${title === '' ? '' : `${title} · `}Balcão`
  }, [title, unread])
}

function countOf(unread: number): string {
  if (unread === 0) return ''
  return unread > mostCounted ? `(${mostCounted}+) ` : `(${unread}) `
}
