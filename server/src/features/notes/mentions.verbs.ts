import type { MentionView, NoteView } from '@balcao/contract/notes'
import type { ContactId, NoteId, TicketId, UserId } from '@balcao/domain/ids'
import { mayReadTicket, type TicketSnapshot } from '@balcao/domain/tickets'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { ticketFactsOfRow } from '../tickets/ticket-facts'
import { ticketToRead } from '../tickets/tickets.access'
import { mayReadTicketParams } from '../tickets/tickets.read'
import { usersOfCompany } from '../users/users.read'
import { colleaguesMentioned, unseenMentionsCleared } from './notes.events'
import {
  deleteUnseenMentionsOfContact,
  deleteUnseenMentionsOfNote,
  deleteUnseenMentionsOfUser,
  insertUnseenMentions,
  mentionById,
  unseenMentions,
} from './notes.queries'
import { mentionView } from './notes.view'

type Colleague = NoteView['mentions'][number]

/** Lists all other users who may open the ticket, by name. Leaves out the platform's support. */
export async function listColleagues(work: PersonWork, ticketId: TicketId): Promise<Colleague[]> {
  const [ticket, users] = await Promise.all([ticketToRead(work, ticketId), usersOfCompany(work)])
  const facts = ticketFactsOfRow(ticket)
  return users
    .filter(({ id, company_id: companyId, profile, is_super: isSuper, all_ticket: allTicket, queues }) => {
      const queueIds = queues.map((queue) => queue.id)
      const viewer = { userId: id, companyId, profile, isSuper, allTicket, queueIds }
      return id !== work.actor.userId && mayReadTicket(viewer, facts)
    })
    .map(({ id, name }) => ({ id, name }))
}

export async function filterMentionedReaders(
  work: PersonWork,
  ticketId: TicketId,
  ids: readonly UserId[],
): Promise<Colleague[]> {
  if (ids.length === 0) return []
  return (await listColleagues(work, ticketId)).filter(({ id }) => ids.includes(id))
}

export async function saveMentions(work: PersonWork, facts: TicketSnapshot, note: NoteView): Promise<void> {
  if (note.mentions.length === 0) return
  const userIds = note.mentions.map(({ id }) => id)
  await work.db.run(insertUnseenMentions, { id: note.id, userIds })

  const mention = mentionView(await work.db.one(mentionById, { id: note.id }))
  work.record(colleaguesMentioned, { facts, mention, userIds })
}

export async function listMentions(work: PersonWork): Promise<MentionView[]> {
  return (await work.db.rows(unseenMentions, mayReadTicketParams(work))).map(mentionView)
}

export async function markMentionsSeen(work: PersonWork, ids: readonly NoteId[]): Promise<void> {
  const { userId } = work.actor
  const seen = await work.db.rows(deleteUnseenMentionsOfUser, { userId, noteIds: ids })
  if (seen.length === 0) return

  work.record(unseenMentionsCleared, { noteIds: seen.map((row) => row.note_id), userIds: [userId] })
}

export async function deleteMentionsOfNote(work: CompanyWork, id: NoteId): Promise<void> {
  const rows = await work.db.rows(deleteUnseenMentionsOfNote, { id })
  if (rows.length > 0)
    work.record(unseenMentionsCleared, { noteIds: [id], userIds: rows.map((row) => row.user_id) })
}

export async function deleteMentionsOfContact(work: CompanyWork, id: ContactId): Promise<void> {
  const rows = await work.db.rows(deleteUnseenMentionsOfContact, { contactId: id })
  if (rows.length === 0) return
  const noteIds = [...new Set(rows.map((row) => row.note_id))]
  work.record(unseenMentionsCleared, { noteIds, userIds: [...new Set(rows.map((row) => row.user_id))] })
}
