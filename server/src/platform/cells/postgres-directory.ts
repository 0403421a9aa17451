import { createHmac } from 'node:crypto'
import pg from 'pg'
import { refuse } from '../refusal'
import type { CellDirectory } from './directory'

const tables = `
  create table if not exists balcao_cells (number integer primary key);
  create table if not exists balcao_emails (
    email_hash bytea primary key,
    cell integer not null references balcao_cells,
    seen_at timestamptz not null
  );
  create index if not exists balcao_emails_by_cell on balcao_emails (cell, seen_at)`

/** `reconcile` deletes no entry younger than this, because its account may not be committed yet. */
const uncommittedFor = '1 hour'
const connections = 4
const connectMs = 3_000

/**
 * Opens the directory in a database that all cells share. It stores keyed hashes of e-mails, so `tokenKey` must be the
 * same in all cells. A cell also starts while the directory is unreachable: the first later use creates the tables.
 */
export async function openPostgresCellDirectory(
  url: string,
  { cell, tokenKey, onError }: { cell: number; tokenKey: string; onError: (error: unknown) => void },
): Promise<CellDirectory> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: connectMs,
    application_name: `balcao cell ${cell}`,
  })
  pool.on('error', onError)
  const key = createHmac('sha256', tokenKey).update('directory of cells').digest()
  const hashOf = (email: string) => createHmac('sha256', key).update(email).digest()

  let tablesMade: Promise<void> | undefined
  function prepared(): Promise<void> {
    tablesMade ??= createTables(pool, cell).catch((error: unknown) => {
      tablesMade = undefined
      throw error
    })
    return tablesMade
  }
  await prepared().catch(onError)

  async function rows<Row extends object>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    try {
      await prepared()
      return (await pool.query<Row>(sql, [...values])).rows
    } catch (error) {
      onError(error)
      throw refuse('ERR_DATABASE_UNAVAILABLE')
    }
  }

  return {
    cell,
    async claiming(email, act) {
      const hash = hashOf(email)
      const [claim] = await rows<{ seen_at: string; is_new: boolean }>(
        `insert into balcao_emails (email_hash, cell, seen_at) values ($1, $2, now())
         on conflict (email_hash) do update set seen_at = now() where balcao_emails.cell = $2
         returning seen_at::text, xmax = 0 as is_new`,
        [hash, cell],
      )
      if (claim === undefined) throw refuse('ERR_EMAIL_ALREADY_EXISTS')
      try {
        return await act()
      } catch (error) {
        // Deletes the entry only if it is of this call: a later call for the same e-mail has changed `seen_at`.
        if (claim.is_new)
          await rows('delete from balcao_emails where email_hash = $1 and cell = $2 and seen_at = $3', [
            hash,
            cell,
            claim.seen_at,
          ]).catch(() => undefined) // if the delete fails, `reconcile` deletes the entry later
        throw error
      }
    },
    async cellOf(email) {
      const hash = hashOf(email)
      const [found] = await rows<{ cell: number }>(
        `select coalesce(
           (select cell from balcao_emails where email_hash = $1),
           (select number from balcao_cells order by number
            offset $2::bigint % (select count(*) from balcao_cells) limit 1)) as cell`,
        [hash, hash.readUInt32BE()],
      )
      return found?.cell ?? cell
    },
    async takeOver(emails) {
      await rows(
        `insert into balcao_emails (email_hash, cell, seen_at) select unnest($1::bytea[]), $2, now()
         on conflict (email_hash) do update set cell = excluded.cell, seen_at = now()`,
        [emails.map(hashOf), cell],
      )
    },
    async reconcile(pages) {
      const [begin] = await rows<{ now: string }>('select now()::text', [])
      let elsewhere = 0
      for await (const emails of pages) {
        const entered = await rows(
          `insert into balcao_emails (email_hash, cell, seen_at) select unnest($1::bytea[]), $2, now()
           on conflict (email_hash) do update set seen_at = now() where balcao_emails.cell = $2
           returning 1`,
          [emails.map(hashOf), cell],
        )
        elsewhere += emails.length - entered.length
      }
      await rows(`delete from balcao_emails where cell = $1 and seen_at < $2::timestamptz - $3::interval`, [
        cell,
        begin?.now,
        uncommittedFor,
      ])
      return elsewhere
    },
    close: () => pool.end(),
  }
}

async function createTables(pool: pg.Pool, cell: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('balcao directory'))`)
    await client.query(tables)
    await client.query('insert into balcao_cells (number) values ($1) on conflict do nothing', [cell])
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true) // the transaction may still be open, so the pool must not reuse the connection
    throw error
  }
}
