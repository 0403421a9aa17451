import { observable } from '../lib/observable'
import { onUserChange } from '../lib/session'

export interface UndoOffer {
  readonly id: number
  readonly text: string
  readonly undo: () => void
}

export const offeredUndo = observable<UndoOffer | null>(null)
let nextId = 1

// Closes the offer when another user signs in, who must not undo this user's action.
onUserChange(closeUndoOffer)

/** Offers to undo an action for five seconds; hover or focus on the bar stops the timer. */
export function offerUndo(text: string, undo: () => void): void {
  offeredUndo.set({ id: nextId++, text, undo })
}

export function closeUndoOffer(): void {
  if (offeredUndo.get() !== null) offeredUndo.set(null)
}
