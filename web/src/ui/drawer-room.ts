import { useEffect } from 'react'
import { observable, useObservable } from '../lib/observable'

/** The number of components that currently need the room. */
const asking = observable(0)

/** Collapses the drawer to a rail while `isNeeded`: the page needs its room (NOTES, shell). */
export function useCollapsedDrawer(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    asking.set(asking.get() + 1)
    return () => asking.set(asking.get() - 1)
  }, [isNeeded])
}

export function useIsDrawerCollapsed(): boolean {
  return useObservable(asking) > 0
}
