import type { ContactId, NoteId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { idParam, instant, message, optionalId, text } from './wire-values'

const id = <Id>() => z.number().int() as unknown as z.ZodType<Id, number> // branded on the way out

/** What colleagues tell each other about a conversation; it never leaves the company (NOTE-08). */
export const ticketNote = z.object({
  id: id<NoteId>(),
  note: z.string(),
  ticketId: id<TicketId>(),
  contactId: id<ContactId>(),
  /** Its author; null when the account is gone. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
})
export type NoteView = z.output<typeof ticketNote>

export const noteForm = z.object({
  note: text(limits.note.max).trim().min(1, 'Required').min(limits.note.min, 'Too Short!'),
})

export const listNotes = endpoint({
  name: 'notes.list',
  summary: 'Notes about a ticket, or about all tickets of a contact that the caller may read; newest first',
  method: 'GET',
  path: '/ticket-notes/list',
  access: 'session',
  planFlag: 'none',
  query: z
    .object({ ticketId: optionalId<TicketId>(), contactId: optionalId<ContactId>() })
    .refine(({ ticketId, contactId }) => ticketId != null || contactId != null, 'Required'),
  answer: z.array(ticketNote),
})

export const createNote = endpoint({
  name: 'notes.create',
  summary: 'Writes a note about a ticket; the contact is the one of the ticket, whatever is sent',
  method: 'POST',
  path: '/ticket-notes',
  access: 'session',
  planFlag: 'none',
  body: noteForm.extend({ ticketId: idParam<TicketId>(), contactId: optionalId<ContactId>() }),
  answer: ticketNote,
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const deleteNote = endpoint({
  name: 'notes.delete',
  summary: 'Deletes a note: its author, or an admin',
  method: 'DELETE',
  path: '/ticket-notes/:noteId',
  access: 'session',
  planFlag: 'none',
  params: z.object({ noteId: idParam<NoteId>() }),
  answer: message,
  errors: ['ERR_NO_NOTE_FOUND'],
})
