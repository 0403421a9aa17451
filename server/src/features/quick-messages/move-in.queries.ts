import { attachFilesStatement, insertRowsStatement } from '../../platform/database/insert-rows'

export const insertMovedQuickMessages = insertRowsStatement(
  'quickMessages.insertMoved',
  'quick_messages',
  'id, user_id, shortcode, message, is_shared, media, created_at, updated_at',
)

export const attachFilesOfQuickMessages = attachFilesStatement('quickMessages.attachMoved', 'quick_messages')
