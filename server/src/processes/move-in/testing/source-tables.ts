import type { SourceFixture } from './whaticket-source'

type Source = Pick<SourceFixture, 'run'>

/** Tables and columns that only some servers of the family have. Each function returns how to take its own away. */
type TakeAway = () => Promise<void>

/** Two invoices, of which one is paid. */
export async function addInvoices({ run }: Source): Promise<TakeAway> {
  await run(`
    create table "Invoices" (id serial primary key, detail text, status text, value float, "companyId" int);
    insert into "Invoices" (detail, status, value, "companyId") values ('Plano', 'paid', 99.9, 1), ('Plano', 'open', 99.9, 1)`)
  return () => run('drop table "Invoices"')
}

/** Sequelize's list of the migrations that have run. */
export async function addMigrationList({ run }: Source, names: readonly string[]): Promise<TakeAway> {
  await run('create table "SequelizeMeta" (name text)')
  await run('insert into "SequelizeMeta" select unnest($1::text[])', [names])
  return () => run('drop table "SequelizeMeta"')
}
