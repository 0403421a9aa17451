import { useEffect } from 'react'
import { observable, useObservable } from './observable'

const unreadTickets = observable(0)

/** Tickets with unread messages of this person: the ticket area knows, the page title says it. */
export function showUnread(count: number): void {
  unreadTickets.set(count)
}

/** `(3) Atendimentos · Balcão`. */
export function usePageTitle(title: string): void {
  const unread = useObservable(unreadTickets)
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title === '' ? '' : `${title} · `}Balcão`
  }, [title, unread])
}
