import { observable } from '../lib/observable'
import { onUserChange } from '../lib/session'

/** An act that can be undone: its text, and the function that undoes it. */
export interface Undoable {
  readonly id: number
  readonly text: string
  readonly undo: () => void
}

/** The latest act that can be undone; a new act replaces it. */
export const offeredUndo = observable<Undoable | null>(null)
let nextId = 1

// Another user at this screen must not undo this user's act.
onUserChange(closeUndo)

/** Offers to undo an act for five seconds; hover or focus on the bar stops the timer. */
export function offerUndo(text: string, undo: () => void): void {
  offeredUndo.set({ id: nextId++, text, undo })
}

export function closeUndo(): void {
  if (offeredUndo.get() !== null) offeredUndo.set(null)
}
