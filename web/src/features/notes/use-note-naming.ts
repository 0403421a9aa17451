import type { TicketId } from '@balcao/domain/ids'
import type { RefObject } from 'react'
import { useMentionSuggestions } from '../../ui/use-naming'
import { useMentionableColleagues } from './api/colleagues'

interface NoteNamingParts {
  readonly ticketId: TicketId
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onText: (text: string) => void
}

export function useNoteMentionSuggestions({ ticketId, ...parts }: NoteNamingParts) {
  return useMentionSuggestions({ ...parts, members: useMentionableColleagues(ticketId, parts.text) })
}
