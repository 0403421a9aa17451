import { useSyncExternalStore } from 'react'
import { observable } from './observable'

/** The number of attached, unsent files by ticket. They are only in memory, so closing the page loses them. */
const counts = observable<ReadonlyMap<number, number>>(new Map())

export function useUnsentFileCount(ticketId: number): number {
  return useSyncExternalStore(counts.subscribe, () => counts.get().get(ticketId) ?? 0)
}

export function setUnsentFileCount(ticketId: number, count: number): void {
  // Every typed letter calls this. Without a change nothing renders.
  if ((counts.get().get(ticketId) ?? 0) === count) return
  const others = [...counts.get()].filter(([id]) => id !== ticketId)
  counts.set(new Map(count === 0 ? others : [...others, [ticketId, count]]))
}

export function clearUnsentFileCounts(): void {
  counts.set(new Map())
}
