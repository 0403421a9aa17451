import { useSyncExternalStore } from 'react'
import { observable } from './observable'

/** The number of unsent files by ticket. Unlike texts, files are not stored, and are lost with the page. */
const counts = observable<ReadonlyMap<number, number>>(new Map())

export function useUnsentFileCount(ticketId: number): number {
  return useSyncExternalStore(counts.subscribe, () => counts.get().get(ticketId) ?? 0)
}

export function setUnsentFileCount(ticketId: number, count: number): void {
  // Each typed letter calls this function, so an unchanged count causes no update.
  if ((counts.get().get(ticketId) ?? 0) === count) return
  const others = [...counts.get()].filter(([id]) => id !== ticketId)
  counts.set(new Map(count === 0 ? others : [...others, [ticketId, count]]))
}

export function clearUnsentFileCounts(): void {
  counts.set(new Map())
}
