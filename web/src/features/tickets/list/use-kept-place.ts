import { type RefObject, useState } from 'react'
import type { StateSnapshot, VirtuosoHandle } from 'react-virtuoso'

/** Where the list stood that was left last. */
let left: { readonly list: string; readonly place: StateSnapshot } | null = null

/** On a phone the list gives way to the conversation; whoever comes back finds it where it was. */
export function useKeptPlace(list: string, handle: RefObject<VirtuosoHandle | null>) {
  const [place] = useState(() => (left !== null && left.list === list ? left.place : undefined))
  return {
    ...(place !== undefined && { restoreStateFrom: place }),
    isScrolling: (isMoving: boolean) => {
      if (!isMoving) handle.current?.getState((now) => (left = { list, place: now }))
    },
  }
}
