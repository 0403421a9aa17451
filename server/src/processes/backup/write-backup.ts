/// <reference path="./pg-copy-streams.d.ts" />
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../../platform/fatal'
import type { FileStore } from '../../platform/files/file-store'
import { productVersion } from '../../platform/version'
import { allReferencedFilesSql } from '../housekeeping/named-files.queries'
import { type BackupRecordWriter, type BackupTotals, createBackupRecordWriter } from './records'
import { createEncryptedBackupFile, type EncryptedBackupWriter, type ScryptCost } from './sealed-file'
import { quotedColumnList, quotedTableName, readBackupTables } from './tables'

export interface BackupParameters {
  /** The database's address with the credentials of its owner, who bypasses row security and so reads all companies. */
  readonly ownerUrl: string
  readonly store: Pick<FileStore, 'open'>
  /** The secrets that another installation needs to decrypt the encrypted columns. */
  readonly secrets: Readonly<Record<string, string>>
  readonly passphrase: string
  /** Returns the file's path from the time of its content and the installation's name. */
  readonly pathAt: (at: Date, installation: string) => string
  /** The cost of deriving the key (scrypt). Absent: the usual cost. Tests set a low one. */
  readonly cost?: ScryptCost
  readonly report?: (progress: BackupProgress) => void
  readonly signal?: AbortSignal
}

export interface BackupProgress {
  readonly part: 'rows' | 'files'
  readonly done: number
  /** How many rows or files the backup has in this part. For rows the number is an estimate. */
  readonly all: number
}

export interface WrittenBackup {
  readonly path: string
  /** The installation's name, eight hexadecimal digits. A restored copy gets another name. */
  readonly installation: string
  readonly sizeBytes: number
  /** Everything that was committed before this instant is in the file. */
  readonly at: Date
  readonly sums: BackupTotals
}

/** The advisory lock of a running backup: two concurrent ones would only slow each other down. */
const backupLock = '7208, 1'

/**
 * Writes database, files and secrets into one encrypted file while the product may be running. All rows come
 * from one snapshot. Its transaction ends before the files are read, because an open snapshot holds back
 * vacuum; a file deleted by then counts as missing.
 */
export async function writeBackup(order: BackupParameters): Promise<WrittenBackup> {
  const client = new pg.Client({ connectionString: order.ownerUrl, application_name: 'balcao backup' })
  client.on('error', () => undefined) // the running query rejects with the same error
  await client.connect()
  let isDone = false
  try {
    await claimBackup(client)
    const installation = await nameOfInstallation(client)
    const { at, migrations } = await beginSnapshot(client)
    const path = order.pathAt(at, installation)
    const facts = { product: productVersion, at: at.toISOString(), migrations }
    const file = await createEncryptedBackupFile(path, order.passphrase, facts, order.cost).catch(
      (error: unknown) => {
        throw unwritable(error, path)
      },
    )
    try {
      const sums = await writeContent(order, client, file, `${path}.files`)
      const sizeBytes = await file.finish()
      isDone = true
      return { path, installation, sizeBytes, at, sums }
    } catch (error) {
      await file.discard()
      throw error
    }
  } catch (error) {
    throw clearly(error, order.pathAt(new Date(0), ''))
  } finally {
    // Destroys the socket: PostgreSQL ignores the end of a connection while it waits to send the rest of a table.
    if (!isDone) client.connection.stream.destroy()
    await client.end().catch(() => undefined) // the connection may be lost already
  }
}

async function claimBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ won: boolean; reads_all: boolean }>(
    `select pg_try_advisory_lock(${backupLock}) as won, rolsuper or rolbypassrls as reads_all
     from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.reads_all !== true)
    throw new StartUpProblem(
      'The user of DATABASE_URL does not see the rows of all companies ("alter role … bypassrls" helps).',
    )
  if (!rows[0].won) throw new StartUpProblem('Another backup of this installation is running.')
}

/** Returns the installation's name, which the first backup creates. */
async function nameOfInstallation(client: pg.Client): Promise<string> {
  await client.query(
    `insert into platform_settings (key, value, updated_at)
     values ('installation', left(gen_random_uuid()::text, 8), now()) on conflict (key) do nothing`,
  )
  const { rows } = await client.query<{ value: string }>(
    `select value from platform_settings where key = 'installation'`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The installation has no name')
  return row.value
}

/** Begins the transaction of the snapshot. Everything committed before `at` is in it. */
async function beginSnapshot(client: pg.Client): Promise<{ at: Date; migrations: string[] }> {
  await client.query('begin isolation level repeatable read, read only')
  await client.query(
    `set local row_security = off; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  )
  const { rows } = await client.query<{ at: Date; migrations: string[] }>(
    // Lists only migrations after the first 100, which were merged into the baseline (decision 0100).
    `select statement_timestamp() as at, array(
       select name from schema_migrations
       where run_at > coalesce((select run_at from schema_migrations where name = '0100-field-names.sql'), '-infinity')
       order by name
     ) as migrations`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database does not tell its time')
  return row
}

async function writeContent(
  order: BackupParameters,
  client: pg.Client,
  file: EncryptedBackupWriter,
  listPath: string,
): Promise<BackupTotals> {
  const records = createBackupRecordWriter(file)
  try {
    const database = await writeDatabase(order, client, records)
    const named = await listFiles(client, listPath)
    await client.query('commit')
    await records.record({ kind: 'secrets', texts: order.secrets })
    const files = await writeFiles(order, records, listPath, named)
    const sums = { kind: 'sums', ...database, ...files } as const
    await records.record(sums)
    return sums
  } finally {
    await rm(listPath, { force: true })
  }
}

async function writeDatabase(
  { report, signal }: BackupParameters,
  client: pg.Client,
  records: BackupRecordWriter,
): Promise<{ tables: number; rows: number }> {
  const tables = await readBackupTables(client)
  const all = tables.reduce((sum, { rows }) => sum + rows, 0)
  let rows = 0
  for (const { schema, name, columns } of tables) {
    signal?.throwIfAborted()
    await records.record({ kind: 'table', schema, name, columns: [...columns] })
    const stream = client.query(
      copyTo(`copy ${quotedTableName({ schema, name })} ${quotedColumnList(columns)} to stdout`),
    )
    for await (const bytes of stream) {
      signal?.throwIfAborted()
      await records.bytes(bytes, true)
    }
    rows += stream.rowCount
    await records.record({ kind: 'table end', rows: stream.rowCount })
    report?.({ part: 'rows', done: rows, all: Math.max(rows, all) })
  }
  // A snapshot does not cover sequences. They are read after the rows, so their values are not below the rows'
  // ids.
  const sequences = await client.query<{ schema: string; name: string; last: string | null; max: string }>(
    `select schemaname as schema, sequencename as name, last_value::text as last, max_value::text as max
     from pg_sequences where schemaname in ('public', 'graphile_worker') order by 1, 2`,
  )
  for (const sequence of sequences.rows) await records.record({ kind: 'sequence', ...sequence })
  return { tables: tables.length, rows }
}

/** Writes the keys of all files to a file, because they may be too many for the memory. Returns their number. */
async function listFiles(client: pg.Client, path: string): Promise<number> {
  const tables = (await readBackupTables(client)).map(({ name }) => name)
  const stream = client.query(copyTo(`copy (${allReferencedFilesSql(tables)}) to stdout`))
  await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
  return stream.rowCount
}

async function writeFiles(
  { store, report, signal }: BackupParameters,
  records: BackupRecordWriter,
  listPath: string,
  all: number,
): Promise<{ files: number; missingFiles: number }> {
  let files = 0
  let missingFiles = 0
  for await (const key of createInterface({ input: createReadStream(listPath) })) {
    signal?.throwIfAborted()
    if (await writeFile(key)) files += 1
    else missingFiles += 1
    report?.({ part: 'files', done: files + missingFiles, all })
  }
  return { files, missingFiles }

  async function writeFile(key: string): Promise<boolean> {
    const file = await store.open(key)
    if (file === null) return false
    await records.record({ kind: 'file', key, sizeBytes: file.sizeBytes })
    const isWhole = await writeBytes(key, file)
    await records.record({ kind: 'file end', isWhole })
    return isWhole
  }

  async function writeBytes(
    key: string,
    { sizeBytes, stream }: { sizeBytes: number; stream(): AsyncIterable<Buffer> },
  ) {
    let written = 0
    const source = contentOf(stream)
    for (;;) {
      const next = await source.next().catch((error: unknown) => {
        if (notFound.includes(systemOrDatabaseErrorCode(error) ?? '')) return null
        throw unreadable(key, error)
      })
      if (next === null) return false
      if (next.done === true) return written === sizeBytes
      signal?.throwIfAborted()
      await records.bytes(next.value, false)
      written += next.value.length
    }
  }
}

/** Error codes of a missing file, on the disk and in S3. */
const notFound = ['ENOENT', 'ENOTDIR', 'NoSuchKey']

function unreadable(key: string, cause: unknown): StartUpProblem {
  const reason = systemOrDatabaseErrorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
  return new StartUpProblem(`The file ${key} cannot be read (${reason}). The unfinished backup is removed.`, {
    cause,
  })
}

/** Opens the stream in the generator, so that an error while opening is thrown to the reader of the content. */
async function* contentOf(stream: () => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* stream()
}

/** Turns the error of a full disk into a StartUpProblem, because the operator can fix it. Others stay as they are. */
function clearly(error: unknown, path: string): unknown {
  if (!['ENOSPC', 'EDQUOT'].includes(systemOrDatabaseErrorCode(error) ?? '')) return error
  const words = `The disk of ${dirname(path)} is full. The unfinished backup is removed.`
  return new StartUpProblem(words, { cause: error })
}

function unwritable(error: unknown, path: string): unknown {
  const code = systemOrDatabaseErrorCode(error) ?? ''
  if (!['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(code)) return error
  return new StartUpProblem(`Backups cannot be written to ${dirname(path)} (${code}).`, { cause: error })
}
