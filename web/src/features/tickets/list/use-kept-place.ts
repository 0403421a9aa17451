import { useState } from 'react'

/** Where the list stood that was left last, in px. */
let left: { readonly list: string; readonly place: number } | null = null

/** On a phone the list gives way to the conversation; whoever comes back finds it where it was. */
export function useKeptPlace(list: string) {
  const [place] = useState(() => (left !== null && left.list === list ? left.place : 0))
  return {
    place,
    onPlace: (now: number) => {
      left = { list, place: now }
    },
  }
}
