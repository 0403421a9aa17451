import { observable } from '../lib/observable'
import { onPersonGone } from '../lib/session'

/** Something that was just done, and what takes it back. */
export interface Undoable {
  readonly id: number
  readonly text: string
  readonly undo: () => void
}

/** The latest act that can be taken back; of an earlier one the offer ends. */
export const offeredUndo = observable<Undoable | null>(null)
let nextId = 1

// Who sits here next takes back nothing of somebody else's.
onPersonGone(closeUndo)

/** Says what was done and offers, for five seconds, to take it back; the pointer or the focus on the bar holds it. */
export function offerUndo(text: string, undo: () => void): void {
  offeredUndo.set({ id: nextId++, text, undo })
}

export function closeUndo(): void {
  if (offeredUndo.get() !== null) offeredUndo.set(null)
}
