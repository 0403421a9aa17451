import type { ContactId, HandoverId, MessageId, NoteId, TicketId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { statement } from '../../platform/database/statement'
import { type MayReadTicketParams, mayReadTicketSql } from '../tickets/may-read-sql'
import { mayReadTicketOrSharedHistorySql } from '../tickets/shared-history-sql'

export interface NoteRow {
  id: NoteId
  note: string
  ticket_id: TicketId
  contact_id: ContactId
  user_id: UserId | null
  user_name: string | null
  mentions: readonly { readonly id: UserId; readonly name: string }[]
  created_at: Date
  updated_at: Date
}

export interface MentionRow extends NoteRow {
  ticket_uuid: string
  contact_name: string
  message_id: MessageId | null
}

const noteColumns = `
  n.id, n.note, n.ticket_id, n.contact_id, n.user_id, u.name as user_name, n.mentions, n.created_at, n.updated_at`
const author = 'left join users u on u.company_id = n.company_id and u.id = n.user_id'

/** A page of notes, newest first. A null ticket or contact means any. */
export const readableNotes = statement<
  MayReadTicketParams & { ticketId: TicketId | null; contactId: ContactId | null },
  NoteRow & { is_read_only: boolean }
>(
  'notes.readable',
  `
  select ${noteColumns}, ${mayReadTicketSql} is not true as is_read_only
  from ticket_notes n
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  ${author}
  where ${mayReadTicketOrSharedHistorySql} and (:ticketId::int is null or n.ticket_id = :ticketId)
    and (:contactId::int is null or n.contact_id = :contactId)
  order by n.id desc
  `,
)

export const noteById = statement<{ id: NoteId }, NoteRow>(
  'notes.byId',
  `select ${noteColumns} from ticket_notes n ${author} where n.id = :id`,
)

export const insertNote = statement<
  { ticketId: TicketId; contactId: ContactId; userId: UserId; note: string; mentions: string; at: Date },
  { id: NoteId }
>(
  'notes.insert',
  `
  insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, mentions, above_id, created_at, updated_at)
  values (current_company(), :ticketId, :contactId, :userId, :note, :mentions, (select max(m.id) from messages m
    where m.ticket_id = :ticketId), :at, :at)
  returning id
  `,
)

export const insertHandoverNote = statement<
  {
    ticketId: TicketId
    contactId: ContactId
    userId: UserId
    note: string
    at: Date
    handoverId: HandoverId
  },
  { id: NoteId }
>(
  'notes.insertOfHandover',
  `
  insert into ticket_notes (company_id, ticket_id, contact_id, user_id, note, above_id, created_at, updated_at, handover_id)
  values (current_company(), :ticketId, :contactId, :userId, :note, (select max(m.id) from messages m
    where m.ticket_id = :ticketId), :at, :at, :handoverId)
  returning id
  `,
)

export const removeHandoverNote = statement<{ ticketId: TicketId }, { id: NoteId }>(
  'notes.removeOfHandover',
  `
  delete from ticket_notes n
  using ticket_handovers h
  where h.company_id = n.company_id and h.id = n.handover_id and h.ticket_id = :ticketId
  returning n.id
  `,
)

export const removeNote = statement<{ id: NoteId }, { id: NoteId }>(
  'notes.remove',
  'delete from ticket_notes where id = :id returning id',
)

export const moveNotesToTicket = statement<{ from: TicketId; to: TicketId }>(
  'notes.move',
  'update ticket_notes set ticket_id = :to where ticket_id = :from',
)

export const moveNotesToContact = statement<{ from: ContactId; to: ContactId }>(
  'notes.giveTo',
  'update ticket_notes set contact_id = :to where contact_id = :from',
)

export const eraseNotesOfContact = statement<{ contactId: ContactId }>(
  'notes.erase',
  'delete from ticket_notes where contact_id = :contactId',
)

const mentionColumns = `
  ${noteColumns}, t.uuid as ticket_uuid, c.name as contact_name, above.id as message_id`
/** SQL: joins a note's ticket, contact and author, and the message below which a page shows the note. */
const handoverOfNote = `
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  join contacts c on c.company_id = n.company_id and c.id = n.contact_id
  left join lateral (
    select m.id from messages m
    where m.company_id = n.company_id and m.ticket_id = n.ticket_id and m.id <= n.above_id
    order by m.id desc limit 1
  ) above on true
  ${author}`

export const unseenMentions = statement<MayReadTicketParams, MentionRow>(
  'notes.unseenMentions',
  `
  select ${mentionColumns}
  from unseen_mentions um
  join ticket_notes n on n.company_id = um.company_id and n.id = um.note_id
  ${handoverOfNote}
  where um.user_id = :userId and ${mayReadTicketSql}
  order by um.note_id desc limit ${limits.note.mentions}
  `,
)

export const mentionById = statement<{ id: NoteId }, MentionRow>(
  'notes.mentionById',
  `select ${mentionColumns} from ticket_notes n ${handoverOfNote} where n.id = :id`,
)

/** Inserts unseen mentions. Skips users whose account is being deleted. */
export const insertUnseenMentions = statement<{ id: NoteId; userIds: readonly UserId[] }>(
  'notes.insertUnseen',
  `
  insert into unseen_mentions (company_id, user_id, note_id)
  select current_company(), u.id, :id from users u where u.id = any (:userIds) for key share
  `,
)

export const deleteUnseenMentionsOfUser = statement<
  { userId: UserId; noteIds: readonly NoteId[] },
  { note_id: NoteId }
>(
  'notes.removeSeen',
  'delete from unseen_mentions where user_id = :userId and note_id = any (:noteIds) returning note_id',
)

/** Deletes a note's unseen mentions and returns their users, who get an event. Runs before the note is deleted. */
export const deleteUnseenMentionsOfNote = statement<{ id: NoteId }, { user_id: UserId }>(
  'notes.removeUnseenOfNote',
  'delete from unseen_mentions where note_id = :id returning user_id',
)

/** Deletes the unseen mentions in a contact's notes; their users get an event. Runs before the notes are deleted. */
export const deleteUnseenMentionsOfContact = statement<
  { contactId: ContactId },
  { user_id: UserId; note_id: NoteId }
>(
  'notes.removeUnseenOfContact',
  `
  delete from unseen_mentions um
  using ticket_notes n
  where n.company_id = um.company_id and n.id = um.note_id and n.contact_id = :contactId
  returning um.user_id, um.note_id
  `,
)
