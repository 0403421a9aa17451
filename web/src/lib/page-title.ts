import { useEffect } from 'react'
import { observable, useObservable } from './observable'

const unreadTickets = observable(0)

/** Larger counts show as `99+`, so that not all tickets need to be loaded. */
export const maxCounted = 99

/** The unread tickets of this user: the ticket area counts them, the page title shows them. */
export function showUnread(count: number): void {
  unreadTickets.set(count)
}

/** `(3) Atendimentos · Balcão`. */
export function usePageTitle(title: string): void {
  const unread = useObservable(unreadTickets)
  useEffect(() => {
    document.title = `${unreadPrefix(unread)}${title === '' ? '' : `${title} · `}Balcão`
  }, [title, unread])
}

function unreadPrefix(unread: number): string {
  if (unread === 0) return ''
  return unread > maxCounted ? `(${maxCounted}+) ` : `(${unread}) `
}
