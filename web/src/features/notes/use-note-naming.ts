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

/** The suggestions while a note mentions a colleague with an @: those who may open the ticket. */
export function useNoteNaming({ ticketId, ...parts }: NoteNamingParts) {
  return useNaming({ ...parts, members: useNoteColleagues(ticketId, parts.text) })
}
