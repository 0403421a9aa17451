import * as calls from '@balcao/contract/notes'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { readRoute, route } from '../../platform/http/route'
import { contactErasing } from '../contacts/contacts.hooks'
import { conversationsMerging, ticketTransferred, transferUndone } from '../tickets/tickets.hooks'
import { listColleagues, listMentions, markMentionsSeen } from './mentions.verbs'
import { colleaguesMentioned, noteDeleted, noteWritten, unseenMentionsCleared } from './notes.events'
import {
  addTransferNote,
  createNote,
  deleteNote,
  deleteNotesOfErasedContact,
  deleteTransferNote,
  listNotes,
  mergeNotes,
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
    readRoute(calls.listMentionableUsers, (work, { params }) => listColleagues(work, params.ticketId)),
    readRoute(calls.listMentions, (work) => listMentions(work)),
    route(calls.markMentionsSeen, async (work, { body }) => {
      await markMentionsSeen(work, body.noteIds)
      return { message: 'mentions seen' }
    }),
  ],
  events: [noteWritten, noteDeleted, colleaguesMentioned, unseenMentionsCleared],
  hooks: [
    onHook(conversationsMerging, mergeNotes),
    onHook(contactErasing, deleteNotesOfErasedContact),
    onHook(ticketTransferred, addTransferNote),
    onHook(transferUndone, deleteTransferNote),
  ],
}
