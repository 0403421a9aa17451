import { attachFiles, insertRows } from '../../platform/database/insert-rows'
import { statement } from '../../platform/database/statement'

export const insertMovedSchedules = insertRows(
  'schedules.insertMoved',
  'schedules',
  'id, contact_id, user_id, connection_id, body, media, send_at, status, due_at, sent_at, created_at, updated_at',
)

/** The source has sent them meanwhile, or given them up. */
export const endMovedSchedules = statement<{ rows: string; at: Date }>(
  'schedules.endMoved',
  `
  update schedules s set status = r.status, sent_at = r.sent_at, updated_at = :at
  from jsonb_to_recordset(:rows::jsonb) as r (id int, status text, sent_at timestamptz)
  where s.id = r.id and s.status = 'PENDENTE' and r.status <> 'PENDENTE'
  `,
)

export const attachFilesOfSchedules = attachFiles('schedules.attachMoved', 'schedules')
