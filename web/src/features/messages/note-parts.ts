import type { NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** The components for notes in a conversation. Features do not import each other; `app` provides these (ARCH 2). */
export interface NoteParts {
  /** About the contact, newest first; undefined until loaded. */
  readonly notes: readonly NoteView[] | undefined
  /** Renders a note among the messages; marked for a moment after a jump to it. */
  readonly paperOf: (note: NoteView, isMarked: boolean) => ReactNode
  /** Replaces the composer in note mode. It cannot send a message. */
  readonly NoteBox: ComponentType<{
    readonly ticket: TicketView
    readonly onAdded: () => void
    /** Called when the note mode ends. */
    readonly onClose: () => void
  }>
}

export const NotePartsContext = createContext<NoteParts | null>(null)

export function useNoteParts(): NoteParts {
  const parts = useContext(NotePartsContext)
  if (parts === null) throw new Error('The conversation was rendered outside of its parts')
  return parts
}
