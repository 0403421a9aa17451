import type { NoteView } from '@balcao/contract/notes'
import type { NoteId } from '@balcao/domain/ids'
import { userId } from './makers'
import { contactId, ticketId } from './ticket-makers'

// These makers brand ids, hence the cast.
export const noteId = (id: number) => id as NoteId

/** A note of Ana about ticket 1 of Marina. */
export function aNote(change: Partial<NoteView> = {}): NoteView {
  return {
    id: noteId(1),
    note: 'O linho cinza chega dia 27.',
    ticketId: ticketId(1),
    contactId: contactId(1),
    user: { id: userId(2), name: 'Ana Lima' },
    mentions: [],
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    ...change,
  }
}
