import * as calls from '@balcao/contract/notes'
import type { Feature } from '../../platform/feature'
import { readRoute, route } from '../../platform/http/route'
import { reactTo } from '../../platform/reactions'
import { contactErasing } from '../contacts/contacts.reactions'
import { conversationsMerging, ticketTransferred, transferUndone } from '../tickets/tickets.reactions'
import { listColleagues, listMentions, seeMentions } from './mentions.verbs'
import { colleaguesNamed, mentionsSettled, noteDeleted, noteWritten } from './notes.events'
import {
  createNote,
  deleteNote,
  forgetNotes,
  keepNotes,
  listNotes,
  noteTransfer,
  takeBackNote,
} from './notes.verbs'

export const notesFeature: Feature = {
  name: 'notes',
  routes: [
    route(calls.listNotes, (work, { query }) => listNotes(work, query)),
    route(calls.createNote, (work, { body }) =>
      createNote(work, body.ticketId, body.note, body.mentions ?? []),
    ),
    route(calls.deleteNote, async (work, { params }) => {
      await deleteNote(work, params.noteId)
      return { message: 'note deleted' }
    }),
    readRoute(calls.listNoteColleagues, (work, { params }) => listColleagues(work, params.ticketId)),
    readRoute(calls.listMentions, (work) => listMentions(work)),
    route(calls.seeMentions, async (work, { body }) => {
      await seeMentions(work, body.noteIds)
      return { message: 'mentions seen' }
    }),
  ],
  events: [noteWritten, noteDeleted, colleaguesNamed, mentionsSettled],
  reactions: [
    reactTo(conversationsMerging, keepNotes),
    reactTo(contactErasing, forgetNotes),
    reactTo(ticketTransferred, noteTransfer),
    reactTo(transferUndone, takeBackNote),
  ],
}
