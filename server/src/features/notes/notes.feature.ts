import * as calls from '@balcao/contract/notes'
import type { Feature } from '../../platform/feature'
import { route } from '../../platform/http/route'
import { reactTo } from '../../platform/reactions'
import { contactErasing } from '../contacts/contacts.reactions'
import { conversationsMerging } from '../tickets/tickets.reactions'
import { noteDeleted, noteWritten } from './notes.events'
import { createNote, deleteNote, forgetNotes, keepNotes, listNotes } from './notes.verbs'

export const notesFeature: Feature = {
  name: 'notes',
  routes: [
    route(calls.listNotes, (work, { query }) => listNotes(work, query)),
    route(calls.createNote, (work, { body }) => createNote(work, body.ticketId, body.note)),
    route(calls.deleteNote, async (work, { params }) => {
      await deleteNote(work, params.noteId)
      return { message: 'note deleted' }
    }),
  ],
  events: [noteWritten, noteDeleted],
  reactions: [reactTo(conversationsMerging, keepNotes), reactTo(contactErasing, forgetNotes)],
}
