import type { ContactId, MessageId, NoteId, TicketId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import {
  idAndName,
  idList,
  idParam,
  idSchema,
  instant,
  optionalId,
  requiredText,
  resultMessageAnswer,
} from './wire-values'

const person = idAndName<UserId>()
/** An internal note on a ticket. Only users of the company see it; the customer never gets it (NOTE-08). */
export const ticketNote = z.object({
  id: idSchema<NoteId>(),
  note: z.string(),
  ticketId: idSchema<TicketId>(),
  contactId: idSchema<ContactId>(),
  /** Null when the author's account was deleted. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The colleagues that the text mentions as `@name`, with their names at that time. */
  mentions: z.array(person),
  createdAt: instant,
  updatedAt: instant,
  /**
   * Only set in lists. True when the caller sees the note in the contact's history, but may not open the
   * note's ticket and so cannot delete the note.
   */
  isReadOnly: z.boolean().optional(),
})
export type NoteView = z.output<typeof ticketNote>

/** A note in which a colleague mentions the user who gets this answer. */
export const mention = z.object({
  note: ticketNote,
  ticketUuid: z.string(),
  contactName: z.string(),
  /** The ticket's last message before the note, so that a page can open the conversation there. */
  messageId: idSchema<MessageId>().nullable(),
})
export type MentionView = z.output<typeof mention>

export const noteForm = z.object({
  note: requiredText(limits.note.max).min(limits.note.min, 'Too Short!'),
})

export const listNotes = endpoint('GET /ticket-notes/list', {
  name: 'notes.list',
  summary: 'Notes about a ticket, or about all tickets of a contact that the caller may read; newest first',
  access: 'session',
  planFlag: 'none',
  query: z
    .object({ ticketId: optionalId<TicketId>(), contactId: optionalId<ContactId>() })
    .refine(({ ticketId, contactId }) => ticketId != null || contactId != null, 'Required'),
  answer: z.array(ticketNote),
})

export const createNote = endpoint('POST /ticket-notes', {
  name: 'notes.create',
  summary: 'Writes a note about a ticket; the contact is always that of the ticket',
  access: 'session',
  planFlag: 'none',
  body: noteForm.extend({
    ticketId: idParam<TicketId>(),
    contactId: optionalId<ContactId>(),
    /** The ids of mentioned users. The server drops the caller, and users who may not open the ticket. */
    mentions: idList<UserId>().optional(),
  }),
  answer: ticketNote,
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const deleteNote = endpoint('DELETE /ticket-notes/:noteId', {
  name: 'notes.delete',
  summary: 'Deletes a note: its author, or an admin',
  access: 'session',
  planFlag: 'none',
  params: z.object({ noteId: idParam<NoteId>() }),
  answer: resultMessageAnswer,
  errors: ['ERR_NO_NOTE_FOUND'],
})

export const listMentionableUsers = endpoint('GET /ticket-notes/colleagues/:ticketId', {
  name: 'notes.colleagues',
  summary: 'Users whom a note about this ticket may name: all others who may open it, by name',
  access: 'session',
  planFlag: 'none',
  params: z.object({ ticketId: idParam<TicketId>() }),
  answer: z.array(person),
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const listMentions = endpoint('GET /ticket-notes/mentions', {
  name: 'notes.mentions',
  summary: 'Unseen notes that name the caller: the newest hundred, newest first',
  access: 'session',
  planFlag: 'none',
  answer: z.array(mention),
})

export const markMentionsSeen = endpoint('POST /ticket-notes/mentions/seen', {
  name: 'notes.seen',
  summary: 'Marks notes as seen by the caller; other notes are ignored',
  access: 'session',
  planFlag: 'none',
  body: z.object({ noteIds: idList<NoteId>() }),
  answer: resultMessageAnswer,
})
