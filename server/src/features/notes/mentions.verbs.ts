import type { MentionView, NoteView } from '@balcao/contract/notes'
import type { ContactId, NoteId, TicketId, UserId } from '@balcao/domain/ids'
import { mayReadTicket, type TicketFacts } from '@balcao/domain/tickets'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { factsOf } from '../tickets/ticket-facts'
import { ticketToRead } from '../tickets/tickets.access'
import { mayReadParams } from '../tickets/tickets.read'
import { everyUser } from '../users/users.read'
import { colleaguesNamed, mentionsSettled } from './notes.events'
import {
  insertUnseen,
  mentionById,
  removeSeen,
  removeUnseenOfContact,
  removeUnseenOfNote,
  unseenMentions,
} from './notes.queries'
import { mentionView } from './notes.view'

type Colleague = NoteView['mentions'][number]

/** Everybody else who may open the ticket, by name; the platform's support is nobody's colleague. */
export async function listColleagues(work: PersonWork, ticketId: TicketId): Promise<Colleague[]> {
  const [ticket, users] = await Promise.all([ticketToRead(work, ticketId), everyUser(work)])
  const facts = factsOf(ticket)
  return users
    .filter(({ id, company_id: companyId, profile, is_super: isSuper, all_ticket: allTicket, queues }) => {
      const queueIds = queues.map((queue) => queue.id)
      const viewer = { userId: id, companyId, profile, isSuper, allTicket, queueIds }
      return id !== work.actor.userId && mayReadTicket(viewer, facts)
    })
    .map(({ id, name }) => ({ id, name }))
}

/** Of the ids that a note brings, those whom it may name; everybody else is left out. */
export async function namedOf(
  work: PersonWork,
  ticketId: TicketId,
  ids: readonly UserId[],
): Promise<Colleague[]> {
  if (ids.length === 0) return []
  return (await listColleagues(work, ticketId)).filter(({ id }) => ids.includes(id))
}

/** Stores for each person whom the note names that they have not seen it, and announces it to them. */
export async function keepMentions(work: PersonWork, facts: TicketFacts, note: NoteView): Promise<void> {
  if (note.mentions.length === 0) return
  const userIds = note.mentions.map(({ id }) => id)
  await work.db.run(insertUnseen, [note.id, userIds])

  const mention = mentionView(await work.db.one(mentionById, [note.id]))
  work.record(colleaguesNamed, { facts, mention, userIds })
}

/** Notes that name this person, who has not seen them; newest first, a hundred at most. */
export async function listMentions(work: PersonWork): Promise<MentionView[]> {
  return (await work.db.rows(unseenMentions, mayReadParams(work))).map(mentionView)
}

/** This person has seen these notes. A second time changes nothing. */
export async function seeMentions(work: PersonWork, ids: readonly NoteId[]): Promise<void> {
  const { userId } = work.actor
  const seen = await work.db.rows(removeSeen, [userId, ids])
  if (seen.length === 0) return

  work.record(mentionsSettled, { noteIds: seen.map((row) => row.note_id), userIds: [userId] })
}

/** A note goes: it waits for nobody any more. */
export async function settleMentionsOfNote(work: CompanyWork, id: NoteId): Promise<void> {
  const rows = await work.db.rows(removeUnseenOfNote, [id])
  if (rows.length > 0)
    work.record(mentionsSettled, { noteIds: [id], userIds: rows.map((row) => row.user_id) })
}

/** The same for all notes about a contact. */
export async function settleMentionsOfContact(work: CompanyWork, id: ContactId): Promise<void> {
  const rows = await work.db.rows(removeUnseenOfContact, [id])
  if (rows.length === 0) return
  const noteIds = [...new Set(rows.map((row) => row.note_id))]
  work.record(mentionsSettled, { noteIds, userIds: [...new Set(rows.map((row) => row.user_id))] })
}
