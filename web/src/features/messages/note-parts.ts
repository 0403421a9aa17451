import type { NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** The components for notes. Features do not import each other, so `app` provides them (ARCH 2). */
export interface NoteComponents {
  /** The notes about the contact, newest first; undefined until loaded. */
  readonly notes: readonly NoteView[] | undefined
  /** Renders a note among the messages; `isMarked` highlights it after a jump. */
  readonly paperOf: (note: NoteView, isMarked: boolean) => ReactNode
  /** Replaces the composer in note mode. */
  readonly NoteBox: ComponentType<{
    readonly ticket: TicketView
    readonly onAdded: () => void
    /** Called when the note mode ends. */
    readonly onClose: () => void
  }>
}

export const NoteComponentsContext = createContext<NoteComponents | null>(null)

export function useNoteComponents(): NoteComponents {
  const parts = useContext(NoteComponentsContext)
  if (parts === null) throw new Error('The conversation was rendered outside of its parts')
  return parts
}
