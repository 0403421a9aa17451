import type { TicketId } from '@balcao/domain/ids'
import type { RefObject } from 'react'
import { useNaming } from '../../ui/use-naming'
import { useNoteColleagues } from './api/colleagues'

interface NoteNamingParts {
  readonly ticketId: TicketId
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onText: (text: string) => void
}

/** The colleagues to choose from while a note mentions one with an @: those who may open its ticket. */
export function useNoteNaming({ ticketId, ...parts }: NoteNamingParts) {
  return useNaming({ ...parts, members: useNoteColleagues(ticketId, parts.text) })
}
