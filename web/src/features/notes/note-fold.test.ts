import type { NoteView } from '@balcao/contract/notes'
import { foldNote } from '@balcao/contract/record-folds'
import { expect, it } from 'vitest'
import { aNote, noteId } from '../../testing/note-makers'
import { contactId, ticketId } from '../../testing/ticket-makers'

const marina = contactId(1)
const old = aNote({ id: noteId(1) })
const newer = aNote({ id: noteId(2) })
const ids = (notes: readonly NoteView[]) => notes.map(({ id }) => id)

it('a new note stands first, whatever the order in which it is heard', () => {
  const first = foldNote([], { action: 'create', note: newer }, marina)

  expect(ids(foldNote(first, { action: 'create', note: old }, marina))).toEqual([2, 1])
})

it('heard twice it stands once', () => {
  expect(ids(foldNote([newer, old], { action: 'create', note: newer }, marina))).toEqual([2, 1])
})

it('a note about somebody else changes nothing', () => {
  const note = aNote({ id: noteId(3), contactId: contactId(7) })

  expect(ids(foldNote([old], { action: 'create', note }, marina))).toEqual([1])
})

it('a deleted note leaves; deleted twice, too', () => {
  const gone = { action: 'delete', ticketId: ticketId(1), noteId: noteId(2) } as const

  const left = foldNote([newer, old], gone, marina)

  expect(ids(left)).toEqual([1])
  expect(ids(foldNote(left, gone, marina))).toEqual([1])
})
