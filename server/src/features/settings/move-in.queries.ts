import { insertRowsStatement } from '../../platform/database/insert-rows'

/** Saves imported settings, which replace the defaults that the company got at its creation. */
export const saveMovedSettings = insertRowsStatement(
  'settings.saveMoved',
  'settings',
  'key, value, created_at, updated_at',
  'on conflict (company_id, key) do update set value = excluded.value, updated_at = excluded.updated_at',
)
