import type { NoteView } from '@balcao/contract/notes'
import type { ContactId, HandoverId, NoteId, TicketId, UserId } from '@balcao/domain/ids'
import { isAdmin } from '@balcao/domain/people'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { ticketFactsOfRow } from '../tickets/ticket-facts'
import { ticketToRead } from '../tickets/tickets.access'
import { mayReadTicketParams, ticketFactsOf } from '../tickets/tickets.read'
import {
  deleteMentionsOfContact,
  deleteMentionsOfNote,
  filterMentionedReaders,
  saveMentions,
} from './mentions.verbs'
import { noteDeleted, noteWritten } from './notes.events'
import {
  eraseNotesOfContact,
  insertHandoverNote,
  insertNote,
  moveNotesToContact,
  moveNotesToTicket,
  noteById,
  readableNotes,
  removeHandoverNote,
  removeNote,
} from './notes.queries'
import { noteView } from './notes.view'

/** Lists only notes of tickets that the caller may read (NOTE-03). */
export async function listNotes(
  work: PersonWork,
  about: { ticketId?: TicketId | null | undefined; contactId?: ContactId | null | undefined },
): Promise<NoteView[]> {
  const rights = mayReadTicketParams(work)
  const rows = await work.db.rows(readableNotes, {
    ...rights,
    ticketId: about.ticketId ?? null,
    contactId: about.contactId ?? null,
  })
  return rows.map((row) => ({ ...noteView(row), ...(row.is_read_only && { isReadOnly: true }) }))
}

/** Writes a note on a ticket of any status that the caller may read. Mentioned users get an event. */
export async function createNote(
  work: PersonWork,
  ticketId: TicketId,
  note: string,
  mentions: readonly UserId[],
): Promise<NoteView> {
  const ticket = await ticketToRead(work, ticketId)
  const named = await filterMentionedReaders(work, ticket.id, mentions)

  const { id } = await work.db.one(insertNote, {
    ticketId: ticket.id,
    contactId: ticket.contact_id,
    userId: work.actor.userId,
    note,
    mentions: JSON.stringify(named),
    at: work.now,
  })

  const view = noteView(await work.db.one(noteById, { id }))
  const facts = ticketFactsOfRow(ticket)
  work.record(noteWritten, { facts, note: view })
  await saveMentions(work, facts, view)
  return view
}

/** Only the author or an admin may delete a note (NOTE-04). */
export async function deleteNote(work: PersonWork, id: NoteId): Promise<void> {
  const note = rowOrRefuse(await work.db.row(noteById, { id }), 'ERR_NO_NOTE_FOUND')
  const ticket = await ticketToRead(work, note.ticket_id)
  if (note.user_id !== work.actor.userId && !isAdmin(work.actor)) throw refuse('ERR_NO_PERMISSION')

  await deleteMentionsOfNote(work, id)
  if ((await work.db.row(removeNote, { id })) === null) throw refuse('ERR_NO_NOTE_FOUND')

  work.record(noteDeleted, { facts: ticketFactsOfRow(ticket), noteId: id })
}

export async function addTransferNote(
  work: CompanyWork,
  transfer: {
    ticketId: TicketId
    contactId: ContactId
    byUserId: UserId
    handoverId: HandoverId
    note: string | null
  },
): Promise<void> {
  const { ticketId, contactId, byUserId, handoverId, note } = transfer
  if (note === null) return
  const { id } = await work.db.one(insertHandoverNote, {
    ticketId,
    contactId,
    userId: byUserId,
    note,
    at: work.now,
    handoverId,
  })
  const view = noteView(await work.db.one(noteById, { id }))
  work.record(noteWritten, { facts: await ticketFactsOf(work, ticketId), note: view })
}

export async function deleteTransferNote(
  work: CompanyWork,
  { ticketId }: { ticketId: TicketId },
): Promise<void> {
  const deleted = await work.db.row(removeHandoverNote, { ticketId })
  if (deleted !== null)
    work.record(noteDeleted, { facts: await ticketFactsOf(work, ticketId), noteId: deleted.id })
}

export async function mergeNotes(
  { db }: CompanyWork,
  merge: {
    keptContactId: ContactId
    goneContactId: ContactId
    liveTickets: { keptId: TicketId; goneId: TicketId } | null
  },
): Promise<void> {
  if (merge.liveTickets !== null)
    await db.run(moveNotesToTicket, { from: merge.liveTickets.goneId, to: merge.liveTickets.keptId })
  await db.run(moveNotesToContact, { from: merge.goneContactId, to: merge.keptContactId })
}

export async function deleteNotesOfErasedContact(
  work: CompanyWork,
  { contactId }: { contactId: ContactId },
): Promise<void> {
  await deleteMentionsOfContact(work, contactId)
  await work.db.run(eraseNotesOfContact, { contactId })
}
