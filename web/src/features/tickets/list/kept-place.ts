import { currentSession, onSession } from '../../../lib/session'

/** Where the list stood that was left last, in px. */
let left: { readonly list: string; readonly place: number } | null = null

onSession(() => {
  if (currentSession().state === 'signed-out') left = null
})

/** On a phone the list gives way to the conversation; whoever comes back finds it where it was. */
export function keptPlace(list: string) {
  return {
    place: () => (left !== null && left.list === list ? left.place : 0),
    onPlace: (now: number) => {
      left = { list, place: now }
    },
  }
}
