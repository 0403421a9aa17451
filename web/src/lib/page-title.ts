import { useEffect } from 'react'
import { observable, useObservable } from './observable'

const unreadTickets = observable(0)

/** The title shows `99+` above this number, so that not all tickets need to be loaded for counting. */
export const maxUnreadInTitle = 99

/** Shows the number of this user's unread tickets in the page title. */
export function showUnreadInTitle(count: number): void {
  unreadTickets.set(count)
}

/** Sets the page title, as `(3) Atendimentos · Balcão`. */
export function usePageTitle(title: string): void {
  const unread = useObservable(unreadTickets)
  useEffect(() => {
    document.title = `${unreadPrefix(unread)}${title === '' ? '' : `${title} · `}Balcão`
  }, [title, unread])
}

function unreadPrefix(unread: number): string {
  if (unread === 0) return ''
  return unread > maxUnreadInTitle ? `(${maxUnreadInTitle}+) ` : `(${unread}) `
}
