import { type NoParams, statement } from '../database/statement'

/** Appends to the value of a setting, so that a value shows who wrote it and in which order. */
export const writeSetting = statement<{ key: string; value: string }>(
  'test.writeSetting',
  `insert into settings (company_id, key, value) values (current_company(), :key, :value)
   on conflict (company_id, key) do update set value = settings.value || excluded.value`,
)

/** Violates a constraint. */
export const breakRules = statement<NoParams>(
  'test.breakRules',
  'insert into settings (company_id, key, value) values (1, null, null)',
)

export const ownProcess = statement<NoParams, { pid: number }>(
  'test.ownProcess',
  'select pg_backend_pid() as pid',
)
