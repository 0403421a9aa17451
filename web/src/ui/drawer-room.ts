import { useEffect } from 'react'
import { observable, useObservable } from '../lib/observable'

/** How many parts of the page ask for it at this moment. */
const asking = observable(0)

/** While `isNeeded`, the drawer stands as a rail: the page needs its room (NOTES, shell). */
export function useDrawerRoom(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    asking.set(asking.get() + 1)
    return () => asking.set(asking.get() - 1)
  }, [isNeeded])
}

export function useRoomIsTaken(): boolean {
  return useObservable(asking) > 0
}
