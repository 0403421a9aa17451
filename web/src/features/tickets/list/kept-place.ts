import { currentSession, onSession } from '../../../lib/session'

/** The scroll position of the list that was left last, in px. */
let left: { readonly list: string; readonly place: number } | null = null

onSession(() => {
  if (currentSession().state === 'signed-out') left = null
})

/** On a phone the conversation replaces the list; Back restores the list's scroll position. */
export function keptPlace(list: string) {
  return {
    place: () => (left !== null && left.list === list ? left.place : 0),
    onPlace: (now: number) => {
      left = { list, place: now }
    },
  }
}
