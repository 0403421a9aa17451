import { insertRowsStatement, setMissingFilesStatement } from '../../platform/database/insert-rows'
import { type NoParams, statement } from '../../platform/database/statement'

export const takenFileListNames = statement<NoParams, { name: string }>(
  'fileLists.takenNames',
  'select lower(name) as name from file_lists',
)

export const insertMovedFileLists = insertRowsStatement(
  'fileLists.insertMoved',
  'file_lists',
  'id, name, message, created_at, updated_at',
)

export const insertMovedFileListOptions = insertRowsStatement(
  'fileLists.insertMovedOptions',
  'file_list_options',
  'id, file_list_id, place, name, media, created_at, updated_at',
)

export const attachFilesOfFileListOptions = setMissingFilesStatement(
  'fileLists.attachMoved',
  'file_list_options',
)
