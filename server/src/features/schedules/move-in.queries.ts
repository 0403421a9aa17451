import {
  insertRowsStatement,
  setMissingFilesStatement,
  setMissingUsersStatement,
} from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

export const insertMovedSchedules = insertRowsStatement(
  'schedules.insertMoved',
  'schedules',
  'id, contact_id, user_id, connection_id, body, media, send_at, status, due_at, sent_at, created_at, updated_at',
)

/** Updates imported schedules that the source product changed, sent or gave up since the last run. */
export const updateMovedSchedules = statement<{ rows: string; at: Date }>(
  'schedules.updateMoved',
  `
  update schedules s
  set body = r.body, send_at = r.send_at, due_at = r.send_at, status = r.status, sent_at = r.sent_at, updated_at = :at
  from jsonb_to_recordset(:rows::jsonb)
    as r (id int, body text, send_at timestamptz, status text, sent_at timestamptz)
  where s.id = r.id and s.status in ('PENDENTE', 'ERRO')
  `,
)

export const pendingMovedSchedules = statement<
  { kind: string; after: number; limit: number },
  { id: number; source_id: string }
>(
  'schedules.waitingMoved',
  `
  select s.id, i.source_id
  from schedules s
  join move_in_ids i on i.company_id = s.company_id and i.target_id = s.id and i.kind = :kind
  where s.status = 'PENDENTE' and s.id > :after
  order by s.id limit :limit
  `,
)

/** Deletes imported schedules that were deleted in the source product. */
export const deleteMovedSchedules = statement<{ ids: readonly number[] }>(
  'schedules.deleteMoved',
  `delete from schedules where id = any (:ids) and status = 'PENDENTE'`,
)

/** Runs at the cutover of an import: fails the schedules whose time has passed, so that they are not sent late. */
export const failPastSchedules = statement<{ at: Date }>(
  'schedules.giveUpPast',
  `update schedules set status = 'ERRO', updated_at = :at where status = 'PENDENTE' and send_at <= :at`,
)

export const attachFilesOfSchedules = setMissingFilesStatement('schedules.attachMoved', 'schedules')

export const assignUsersOfMovedSchedules = setMissingUsersStatement('schedules.assignMovedUsers', 'schedules')
