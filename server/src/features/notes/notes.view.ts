import type { MentionView, NoteView } from '@balcao/contract/notes'
import type { MentionRow, NoteRow } from './notes.queries'

export function noteView(row: NoteRow): NoteView {
  return {
    id: row.id,
    note: row.note,
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    mentions: [...row.mentions],
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function mentionView(row: MentionRow): MentionView {
  return {
    note: noteView(row),
    ticketUuid: row.ticket_uuid,
    contactName: row.contact_name,
    messageId: row.message_id,
  }
}
