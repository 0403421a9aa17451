import { attachFiles, insertRows } from '../../platform/database/insert-rows'

export const insertMovedQuickMessages = insertRows(
  'quickMessages.insertMoved',
  'quick_messages',
  'id, user_id, shortcode, message, is_shared, media, created_at, updated_at',
)

export const attachFilesOfQuickMessages = attachFiles('quickMessages.attachMoved', 'quick_messages')
