import { insertRowsStatement } from '../../platform/database/insert-rows'

export const insertMovedHolidays = insertRowsStatement(
  'holidays.insertMoved',
  'holidays',
  'day, name, created_at, updated_at',
  'on conflict (company_id, day) do nothing',
)
