import { observable } from '../lib/observable'
import { onPersonGone } from '../lib/session'

/** An act, and the function that undoes it. */
export interface Undoable {
  readonly id: number
  readonly text: string
  readonly undo: () => void
}

/** The latest act that can be undone; it replaces an earlier offer. */
export const offeredUndo = observable<Undoable | null>(null)
let nextId = 1

// The next person at this screen cannot undo another person's act.
onPersonGone(closeUndo)

/** Shows the act and offers to undo it for five seconds; hover or focus on the bar holds it. */
export function offerUndo(text: string, undo: () => void): void {
  offeredUndo.set({ id: nextId++, text, undo })
}

export function closeUndo(): void {
  if (offeredUndo.get() !== null) offeredUndo.set(null)
}
