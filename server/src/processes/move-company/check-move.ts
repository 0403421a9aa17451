import { StartUpProblem } from '../../platform/fatal'
import type { CellDatabase } from './cell-database'
import { type CompanyTable, readCellWideUniqueKeys } from './company-tables'

export interface CompanyMoveContext {
  readonly from: CellDatabase
  readonly to: CellDatabase
  readonly company: number
  readonly tables: readonly CompanyTable[]
}

const oldestVersion = 15

/** Throws StartUpProblem if the company's move could not succeed. It writes nothing, so it may run at any time. */
export async function checkMove(move: CompanyMoveContext): Promise<void> {
  const { from, to, company } = move
  for (const cell of [from, to]) await checkServer(cell)
  await checkPair(from, to)
  await checkPublisher(from)
  await checkSubscriber(to)
  await checkCompany(from, to, company)
  await checkReplicaIdentities(move)
  await checkSharedKeys(from, to, company)
}

async function checkServer(cell: CellDatabase): Promise<void> {
  const { version, is_super } = await cell.one<{
    version: number
    is_super: boolean
  }>(`select current_setting('server_version_num')::int / 10000 as version,
      (select rolsuper from pg_roles where rolname = current_user) as is_super`)
  if (version < oldestVersion)
    throw new StartUpProblem(
      `Cell ${cell.name} runs on PostgreSQL ${version}; a move needs ${oldestVersion} or later.`,
    )
  if (!is_super)
    throw new StartUpProblem(
      `The user of cell ${cell.name} must be a superuser: it copies rows past row security.`,
    )
}

async function checkPair(from: CellDatabase, to: CellDatabase): Promise<void> {
  const [one, other] = await Promise.all([from, to].map(facts))
  if (one?.system === other?.system)
    throw new StartUpProblem(
      'Both addresses are databases of one PostgreSQL server; a cell has a server of its own.',
    )
  if (one?.schema !== other?.schema)
    throw new StartUpProblem(
      'The cells have different migrations or functions: bring both to the same version first.',
    )
  const lacking = one?.keys.filter((key) => other?.keys.includes(key) !== true)
  if (lacking?.length !== 0)
    throw new StartUpProblem(
      'The cells have different data keys: give both the same secrets, or the company’s sealed data could not be read.',
    )
}

async function facts(cell: CellDatabase) {
  return cell.one<{
    system: string
    schema: string
    keys: string[]
  }>(`select (select system_identifier::text from pg_control_system()) as system,
      (select string_agg(name, ' ' order by name) from schema_migrations)
        || (select string_agg(name || hash, ' ' order by name) from schema_functions) as schema,
      array(select name || ' ' || fingerprint from data_keys order by 1) as keys`)
}

async function checkPublisher(from: CellDatabase): Promise<void> {
  const { level, slots, senders } = await from.one<{
    level: string
    slots: number
    senders: number
  }>(`select current_setting('wal_level') as level,
      current_setting('max_replication_slots')::int
        - (select count(*)::int from pg_replication_slots where slot_name not like 'balcao_move%') as slots,
      current_setting('max_wal_senders')::int - (select count(*)::int from pg_stat_replication) as senders`)
  if (level !== 'logical')
    throw new StartUpProblem(
      `Cell ${from.name} has wal_level = ${level}: set it to logical and restart its PostgreSQL.`,
    )
  // Replication needs one slot for the changes and two for copying tables: three of PostgreSQL's slots and
  // senders.
  if (Math.min(slots, senders) < 3)
    throw new StartUpProblem(
      `Cell ${from.name} has fewer than three free replication slots or senders: raise max_replication_slots and max_wal_senders.`,
    )
}

async function checkSubscriber(to: CellDatabase): Promise<void> {
  const { workers } = await to.one<{
    workers: number
  }>(`select least(current_setting('max_logical_replication_workers')::int,
      current_setting('max_worker_processes')::int, current_setting('max_replication_slots')::int) as workers`)
  if (workers < 3)
    throw new StartUpProblem(
      `Cell ${to.name} may run fewer than three workers for the copy: raise max_logical_replication_workers, max_worker_processes and max_replication_slots.`,
    )
}

async function checkCompany(from: CellDatabase, to: CellDatabase, company: number): Promise<void> {
  const { exists, has_super } = await from.one<{ exists: boolean; has_super: boolean }>(
    `select exists (select from companies where id = $1) as exists,
      exists (select from users where company_id = $1 and is_super) as has_super`,
    [company],
  )
  if (!exists) throw new StartUpProblem(`Cell ${from.name} has no company ${company}.`)
  if (has_super)
    throw new StartUpProblem(
      `A user of company ${company} is the platform's owner, who would become the owner of cell ${to.name}.`,
    )
  const { is_there } = await to.one<{ is_there: boolean }>(
    `select exists (select from companies where id = $1)
      and not exists (select from company_moves where company = $1 and state = 'arriving') as is_there`,
    [company],
  )
  if (is_there) throw new StartUpProblem(`Cell ${to.name} has a company ${company} already.`)
}

/** Refuses tables whose replica identity lacks the publication filter's column: their updates would fail. */
async function checkReplicaIdentities({ from, tables }: CompanyMoveContext): Promise<void> {
  const without = await from.rows<{ name: string }>(
    `select t.name from unnest($1::text[], $2::text[]) as t (name, key)
     where not exists (
       select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indrelid = t.name::regclass and i.indisprimary and a.attname = t.key
     ) or (select relreplident from pg_class where oid = t.name::regclass) <> 'd'`,
    [tables.map(({ name }) => name), tables.map(({ key }) => key)],
  )
  if (without.length > 0)
    throw new StartUpProblem(
      `These tables of cell ${from.name} lack the company in their replica identity: ${without.map(({ name }) => name).join(', ')}.`,
    )
}

async function checkSharedKeys(from: CellDatabase, to: CellDatabase, company: number): Promise<void> {
  for (const { table, key, index, values } of await readCellWideUniqueKeys(from)) {
    const ours = await from.rows<{ value: string }>(
      `select row(${values})::text as value from ${table} where ${key} = $1`,
      [company],
    )
    const taken = await to.rows<{ value: string }>(
      `select row(${values})::text as value from ${table}
       where ${key} <> $1 and row(${values})::text = any ($2) limit 3`,
      [company, ours.map(({ value }) => value)],
    )
    if (taken.length > 0)
      throw new StartUpProblem(
        `Another company of cell ${to.name} has the same values in ${index}: ${taken.map(({ value }) => value).join(', ')}.`,
      )
  }
}
