import { insertRowsStatement, setMissingUsersStatement } from '../../platform/database/insert-rows'

export const insertMovedNotes = insertRowsStatement(
  'notes.insertMoved',
  'ticket_notes',
  'id, ticket_id, contact_id, user_id, note, created_at, updated_at, mentions',
)

export const assignUsersOfMovedNotes = setMissingUsersStatement('notes.assignMovedUsers', 'ticket_notes')
