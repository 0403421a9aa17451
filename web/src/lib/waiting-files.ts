import { useSyncExternalStore } from 'react'
import { observable } from './observable'

/** How many files wait to be sent, by the ticket they are for. Unlike texts, files end with the page: nothing is stored. */
const counts = observable<ReadonlyMap<number, number>>(new Map())

/** How many files wait in the composer of a ticket, as it changes. */
export function useWaitingFiles(ticketId: number): number {
  return useSyncExternalStore(counts.subscribe, () => counts.get().get(ticketId) ?? 0)
}

export function tellWaitingFiles(ticketId: number, count: number): void {
  if ((counts.get().get(ticketId) ?? 0) === count) return // each letter that is typed comes by here
  const others = [...counts.get()].filter(([id]) => id !== ticketId)
  counts.set(new Map(count === 0 ? others : [...others, [ticketId, count]]))
}

export function forgetWaitingFiles(): void {
  counts.set(new Map())
}
