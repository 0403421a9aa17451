import { useEffect } from 'react'
import { observable, useObservable } from '../lib/observable'

const collapseRequests = observable(0)

/** Collapses the drawer to icons while `isNeeded`, because the page needs its room. */
export function useCollapseDrawer(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    collapseRequests.set(collapseRequests.get() + 1)
    return () => collapseRequests.set(collapseRequests.get() - 1)
  }, [isNeeded])
}

export function useIsDrawerCollapsed(): boolean {
  return useObservable(collapseRequests) > 0
}
