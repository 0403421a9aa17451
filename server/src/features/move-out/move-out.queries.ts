import { type NoParams, statement } from '../../platform/database/statement'

export interface MoveOutRow {
  id: number
  state: 'running' | 'done' | 'failed'
  total: number
  done: number
  failure: 'ERR_STORAGE_FULL' | 'ERR_COMPANY_STORAGE_FULL' | null
  file_keys: string[]
  zip_sizes: number[]
  created_at: Date
  expires_at: Date | null
  user_name: string | null
}

const moveOutColumns = `
  o.id, o.state, o.total::float8 as total, o.done::float8 as done, o.failure, o.file_keys,
  o.zip_sizes::float8[] as zip_sizes, o.created_at, o.expires_at,
  (select u.name from users u where u.company_id = o.company_id and u.id = o.user_id) as user_name`

/** Inserts a running export. No row: a concurrent request has inserted one. */
export const insertMoveOut = statement<{ userId: number; at: Date }, MoveOutRow>(
  'moveOut.insert',
  `
  insert into move_outs as o (company_id, user_id, state, created_at)
  values (current_company(), :userId, 'running', :at)
  on conflict (company_id) do nothing
  returning ${moveOutColumns}
  `,
)

export const moveOutOfCompany = statement<NoParams, MoveOutRow>(
  'moveOut.ofCompany',
  `select ${moveOutColumns} from move_outs o`,
)

export const lockMoveOut = statement<NoParams, MoveOutRow>(
  'moveOut.lock',
  `select ${moveOutColumns} from move_outs o for update of o`,
)

/** Stores the total of a running export. No row, here and in the next statements: the export is no longer running. */
export const beginMoveOut = statement<{ id: number; total: number }, MoveOutRow>(
  'moveOut.begin',
  `
  update move_outs as o set total = :total, done = 0 where o.id = :id and o.state = 'running' returning ${moveOutColumns}
  `,
)

export const advanceMoveOut = statement<{ id: number; done: number }, MoveOutRow>(
  'moveOut.advance',
  `update move_outs as o set done = :done where o.id = :id and o.state = 'running' returning ${moveOutColumns}`,
)

export const finishMoveOut = statement<
  { id: number; fileKeys: readonly string[]; fileSizes: readonly number[]; at: Date; expiresAt: Date },
  MoveOutRow
>(
  'moveOut.finish',
  `
  update move_outs as o
  set state = 'done', done = total, file_keys = :fileKeys::text[], zip_sizes = :fileSizes::bigint[],
    finished_at = :at, expires_at = :expiresAt
  where o.id = :id and o.state = 'running'
  returning ${moveOutColumns}
  `,
)

export const failMoveOut = statement<{ id: number; failure: string | null; at: Date }, MoveOutRow>(
  'moveOut.fail',
  `
  update move_outs as o set state = 'failed', failure = :failure, finished_at = :at
  where o.id = :id and o.state = 'running'
  returning ${moveOutColumns}
  `,
)

export const deleteMoveOut = statement<{ id: number }, { file_keys: string[] }>(
  'moveOut.delete',
  'delete from move_outs where id = :id returning file_keys',
)

export const deleteMoveOutsOfCompany = statement<NoParams, { file_keys: string[] }>(
  'moveOut.deleteAll',
  'delete from move_outs returning file_keys',
)
