import type { LiveNote } from '@balcao/contract/live'
import type { NoteView } from '@balcao/contract/notes'
import type { ContactId } from '@balcao/domain/ids'

/** Takes news of a note into the list about a contact, newest first; what is known already changes nothing. */
export function foldNote(notes: readonly NoteView[], event: LiveNote, contactId: ContactId): NoteView[] {
  if (event.action === 'delete') return notes.filter(({ id }) => id !== event.noteId)
  const { note } = event
  if (note.contactId !== contactId || notes.some(({ id }) => id === note.id)) return [...notes]
  return [...notes, note].sort((one, other) => other.id - one.id)
}
