import type { NoteView } from '@balcao/contract/notes'
import type { TicketView } from '@balcao/contract/tickets'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** What a conversation shows of notes. Features do not know each other; `app` hands it in (ARCH 2). */
export interface NoteParts {
  /** About the contact, newest first; undefined until they are there. */
  readonly notes: readonly NoteView[] | undefined
  /** A note as it stands among the messages; marked for a moment when it was gone to. */
  readonly paperOf: (note: NoteView, isMarked: boolean) => ReactNode
  /** Stands in the composer's place in note mode. It knows no way to send a message. */
  readonly NoteBox: ComponentType<{
    readonly ticket: TicketView
    readonly onAdded: () => void
    /** The note mode is over. */
    readonly onClose: () => void
  }>
}

export const NotePartsContext = createContext<NoteParts | null>(null)

export function useNoteParts(): NoteParts {
  const parts = useContext(NotePartsContext)
  if (parts === null) throw new Error('The conversation stands outside of its parts')
  return parts
}
