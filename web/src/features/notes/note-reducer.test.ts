import type { NoteView } from '@balcao/contract/notes'
import { reduceNotes } from '@balcao/contract/record-reducers'
import { expect, it } from 'vitest'
import { aNote, noteId } from '../../testing/note-makers'
import { contactId, ticketId } from '../../testing/ticket-makers'

const marina = contactId(1)
const old = aNote({ id: noteId(1) })
const newer = aNote({ id: noteId(2) })
const ids = (notes: readonly NoteView[]) => notes.map(({ id }) => id)

it('puts a new note first, in any order of the events', () => {
  const first = reduceNotes([], { action: 'create', note: newer }, marina)

  expect(ids(reduceNotes(first, { action: 'create', note: old }, marina))).toEqual([2, 1])
})

it('ignores a repeated event', () => {
  expect(ids(reduceNotes([newer, old], { action: 'create', note: newer }, marina))).toEqual([2, 1])
})

it('ignores a note about another contact', () => {
  const note = aNote({ id: noteId(3), contactId: contactId(7) })

  expect(ids(reduceNotes([old], { action: 'create', note }, marina))).toEqual([1])
})

it('removes a deleted note, also when the event repeats', () => {
  const gone = { action: 'delete', ticketId: ticketId(1), noteId: noteId(2) } as const

  const left = reduceNotes([newer, old], gone, marina)

  expect(ids(left)).toEqual([1])
  expect(ids(reduceNotes(left, gone, marina))).toEqual([1])
})
