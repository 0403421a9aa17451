import type { FileListId, FileListOptionId, UserId } from '@balcao/domain/ids'
import type { MediaType } from '@balcao/domain/messages'
import { statement } from '../../platform/database/statement'

export interface FileListMedia {
  readonly key: string
  readonly fileName: string
  readonly mimetype: string
  readonly mediaType: MediaType
  readonly sizeBytes: number
}

export interface FileListOptionRow {
  readonly id: FileListOptionId
  readonly name: string
  readonly media: FileListMedia | null
  /** An ISO text instead of a `Date`, because PostgreSQL returns the row as JSON. */
  readonly createdAt: string
  readonly updatedAt: string
}

export interface FileListRow {
  id: FileListId
  name: string
  message: string
  user_id: UserId | null
  created_at: Date
  updated_at: Date
  options: readonly FileListOptionRow[]
}

const wireListColumns = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const fileListColumns = `
  f.id, f.name, f.message, f.user_id, f.created_at, f.updated_at,
  (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'media', o.media,
      'createdAt', ${wireListColumns('o.created_at')}, 'updatedAt', ${wireListColumns('o.updated_at')}) order by o.place, o.id), '[]')
   from file_list_options o where o.company_id = f.company_id and o.file_list_id = f.id) as options`
const matchesSearch = 'position(plain_text(:words) in plain_text(f.name)) > 0'

export const fileListsPage = statement<{ words: string; limit: number; offset: number }, FileListRow>(
  'fileLists.page',
  `
  select ${fileListColumns} from file_lists f where ${matchesSearch} order by lower(f.name), f.id limit :limit offset :offset
  `,
)

export const countFileLists = statement<{ words: string }, { count: number }>(
  'fileLists.count',
  `select count(*)::int as count from file_lists f where ${matchesSearch}`,
)

export const fileListById = statement<{ id: FileListId }, FileListRow>(
  'fileLists.byId',
  `select ${fileListColumns} from file_lists f where f.id = :id`,
)

/** Locks a file list, so that one transaction at a time counts its options. */
export const lockFileList = statement<{ id: FileListId }, { id: FileListId }>(
  'fileLists.lock',
  'select id from file_lists where id = :id for update',
)

export const fileListByName = statement<{ name: string }, { id: FileListId }>(
  'fileLists.named',
  'select id from file_lists where lower(name) = lower(:name)',
)

/** Inserts a list; no row when the company has a list of this name. */
export const insertFileList = statement<
  { name: string; message: string; userId: UserId; at: Date },
  { id: FileListId }
>(
  'fileLists.insert',
  `
  insert into file_lists (company_id, name, message, user_id, created_at, updated_at)
  values (current_company(), :name, :message, :userId, :at, :at)
  on conflict (company_id, lower(name)) do nothing
  returning id
  `,
)

export const saveFileList = statement<{ id: FileListId; name: string; message: string; at: Date }>(
  'fileLists.save',
  'update file_lists set name = :name, message = :message, updated_at = :at where id = :id',
)

export const removeFileList = statement<{ id: FileListId }>(
  'fileLists.remove',
  'delete from file_lists where id = :id',
)

export const removeOtherFileListOptions = statement<{ id: FileListId; kept: readonly FileListOptionId[] }>(
  'fileLists.removeOtherOptions',
  'delete from file_list_options where file_list_id = :id and not id = any (:kept)',
)

/** Renames and reorders options: the n-th id gets the n-th name and position. */
export const renameFileListOptions = statement<{
  id: FileListId
  ids: readonly FileListOptionId[]
  names: readonly string[]
  places: readonly number[]
  at: Date
}>(
  'fileLists.renameOptions',
  `
  update file_list_options o set name = w.name, place = w.place, updated_at = :at
  from unnest(:ids::int[], :names::text[], :places::int[]) as w (id, name, place)
  where o.file_list_id = :id and o.id = w.id and (o.name, o.place) is distinct from (w.name, w.place)
  `,
)

/** Inserts options. `media` is a JSON array with the file of each option, or null. */
export const insertFileListOptions = statement<{
  id: FileListId
  names: readonly string[]
  places: readonly number[]
  media: string
  at: Date
}>(
  'fileLists.addOptions',
  `
  insert into file_list_options (company_id, file_list_id, place, name, media, created_at, updated_at)
  select current_company(), :id, w.place, w.name, nullif(:media::jsonb -> (w.n::int - 1), 'null'), :at, :at
  from unnest(:names::text[], :places::int[]) with ordinality as w (name, place, n)
  `,
)

/** Replaces the files of options. `media` is a JSON array with the file of each option. */
export const saveFileListOptionFiles = statement<{
  id: FileListId
  ids: readonly FileListOptionId[]
  media: string
  at: Date
}>(
  'fileLists.insertFiles',
  `
  update file_list_options o set media = :media::jsonb -> (w.n::int - 1), updated_at = :at
  from unnest(:ids::int[]) with ordinality as w (id, n)
  where o.file_list_id = :id and o.id = w.id
  `,
)

export const saveFileListChangeTime = statement<{ id: FileListId; at: Date }>(
  'fileLists.touch',
  'update file_lists set updated_at = :at where id = :id',
)
