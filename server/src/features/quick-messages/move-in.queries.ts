import {
  insertRowsStatement,
  type JsonRows,
  setMissingFilesStatement,
} from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

export const insertMovedQuickMessages = insertRowsStatement(
  'quickMessages.insertMoved',
  'quick_messages',
  'id, user_id, shortcode, message, is_shared, media, created_at, updated_at',
)

export const attachFilesOfQuickMessages = setMissingFilesStatement(
  'quickMessages.attachMoved',
  'quick_messages',
)

/** Gives imported quick messages to their users. An earlier run had to share them, because the users were missing. */
export const assignUsersOfMovedQuickMessages = statement<JsonRows>(
  'quickMessages.assignMovedUsers',
  `
  update quick_messages q set user_id = r.user_id, is_shared = r.is_shared
  from jsonb_to_recordset(:rows::jsonb) as r (id bigint, user_id int, is_shared boolean)
  where q.id = r.id and q.user_id is null
  `,
)
