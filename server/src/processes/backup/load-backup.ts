/// <reference path="./pg-copy-streams.d.ts" />
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import {
  applyMigrationsToEmptyDatabase,
  currentRelease,
  type DatabaseSecrets,
  markUnfinishedRestoreSql,
  migrateDatabase,
  readMigrationNames,
} from '../../platform/database/migrate'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../../platform/fatal'
import { isFileKey, type MovableFileStore } from '../../platform/files/file-store'
import { productVersion } from '../../platform/version'
import { statementsForRestoredCopy } from './quiet-copy'
import {
  type BackupRecord,
  type BackupRecordOrBytes,
  type BackupTotals,
  readBackupRecordsAndBytes,
  unknownBackupContentProblem,
} from './records'
import type { EncryptedBackupReader } from './sealed-file'
import { type BackupTable, quotedColumnList, quotedTableName, readBackupTables } from './tables'

export interface BackupRestoreParameters {
  readonly backup: EncryptedBackupReader
  /** The address of a database without companies, with credentials of its owner, who is a superuser. */
  readonly ownerUrl: string
  /** The store that receives the backup's files. Null: the files are only read, to check the backup. */
  readonly files: Pick<MovableFileStore, 'copyIn'> | null
  /** Holds a temporary copy of each file while it is restored. */
  readonly temporaryFolder: string
  /** Stores the backup's secrets and returns the database's passwords. Undefined: its roles get no passwords. */
  readonly takeSecrets: (texts: Readonly<Record<string, string>>) => DatabaseSecrets | undefined
  /** True: the original is gone for good, so the restored installation may connect its numbers and call webhooks. */
  readonly replaces: boolean
  readonly now: Date
  readonly report?: (readBytes: number, allBytes: number) => void
  readonly signal?: AbortSignal
}

export interface LoadedBackup extends Pick<BackupRestoreParameters, 'replaces'> {
  /** The time to which the backup's content belongs. */
  readonly at: string
  readonly sums: BackupTotals
  /**
   * The companies that were leaving for another installation (cell) at the time of the backup. The restored
   * installation does not serve them.
   */
  readonly leavingCompanies: readonly number[]
}

/**
 * Loads a backup into an empty database and a store. All rows are inserted in one transaction, which commits
 * after the whole file was read and its counts match, so a faulty file leaves no row. Until then a mark in the
 * database prevents the product from starting on it. Migrations newer than the backup run after the commit.
 */
export async function loadBackup(loading: BackupRestoreParameters): Promise<LoadedBackup> {
  const { backup, ownerUrl } = loading
  await refuseNewer(backup)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao restore' })
  client.on('error', () => undefined) // the running query rejects with the same error
  await client.connect()
  let isDone = false
  let secrets: DatabaseSecrets | undefined
  let loaded: LoadedBackup
  try {
    await refuseLaterTables(client, backup)
    await client.query(markUnfinishedRestoreSql)
    await applyMigrationsToEmptyDatabase(ownerUrl, backup.facts.migrations)
    const tables = await beginLoading(client)
    const load = new Load(client, tables, loading)
    const sums = await load.run()
    secrets = loading.takeSecrets(load.secrets)
    for (const [text, values] of statementsForRestoredCopy(loading)) await client.query(text, [...values])
    const { replaces } = loading
    loaded = { at: backup.facts.at, replaces, sums, leavingCompanies: await leaveCompanies(client) }
    await client.query('commit')
    isDone = true
  } catch (error) {
    throw clearly(error)
  } finally {
    // Destroys the socket, because PostgreSQL ignores the end of a connection in the middle of a COPY.
    if (!isDone) client.connection.stream.destroy()
    await client.end().catch(() => undefined) // the connection may be lost already
    await rm(temporaryFile(loading), { force: true })
  }
  await migrateDatabase(ownerUrl, secrets)
  return loaded
}

async function refuseNewer({ facts }: EncryptedBackupReader): Promise<void> {
  const known = await readMigrationNames(currentRelease)
  const unknown = facts.migrations.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new StartUpProblem(
    `Balcão ${facts.product} made this backup with ${unknown}, which Balcão ${productVersion} does not know. ` +
      `Restore it with ${facts.product} or later.`,
  )
}

/**
 * Refuses a database whose tables are newer than the backup's, because the backup's rows may not fit. Newer
 * migrations must run after the rows are loaded.
 */
async function refuseLaterTables(client: pg.Client, { facts }: EncryptedBackupReader): Promise<void> {
  const there = await client.query(`select to_regclass('public.schema_migrations') is not null as has_noted`)
  if (there.rows[0]?.has_noted !== true) return
  const { rows } = await client.query<{ name: string }>(
    'select name from schema_migrations where name <> all ($1) order by name limit 1',
    [facts.migrations],
  )
  if (rows[0] === undefined) return
  throw new StartUpProblem(
    `The database has tables of ${rows[0].name}, which the backup does not have. Restore into a new database.`,
  )
}

async function beginLoading(client: pg.Client): Promise<readonly BackupTable[]> {
  await client.query('begin')
  await client.query('set local session_replication_role = replica').catch((cause: unknown) => {
    if (systemOrDatabaseErrorCode(cause) !== '42501') throw cause
    throw new StartUpProblem('The user of DATABASE_URL must be a superuser during a restore.', { cause })
  })
  await client.query('set local statement_timeout = 0')
  await client.query('drop table restoring')
  const tables = await readBackupTables(client)
  await client.query(`truncate ${tables.map(quotedTableName).join(', ')} cascade`)
  return tables
}

function temporaryFile({ temporaryFolder }: Pick<BackupRestoreParameters, 'temporaryFolder'>): string {
  return join(temporaryFolder, 'restored-file')
}

/** Reads the backup from start to end, and compares its content with its counts. */
class Load {
  secrets: Readonly<Record<string, string>> = {}
  readonly #client: pg.Client
  readonly #tables: readonly BackupTable[]
  readonly #loading: BackupRestoreParameters
  readonly #parts: AsyncGenerator<BackupRecordOrBytes>
  readonly #counts = { tables: 0, rows: 0, files: 0 }
  #sums: BackupTotals | null = null

  constructor(client: pg.Client, tables: readonly BackupTable[], loading: BackupRestoreParameters) {
    this.#client = client
    this.#tables = tables
    this.#loading = loading
    this.#parts = readBackupRecordsAndBytes(loading.backup)
  }

  async run(): Promise<BackupTotals> {
    for await (const { record } of this.#parts) {
      if (record === undefined) throw unknownBackupContentProblem()
      await this.#take(record)
    }
    const sums = this.#sums
    const { tables, rows, files } = this.#counts
    if (sums === null) throw unknownBackupContentProblem()
    if (sums.tables === tables && sums.rows === rows && sums.files === files) return sums
    throw new StartUpProblem(
      `The backup has ${sums.tables} tables, ${sums.rows} rows and ${sums.files} files, and only ` +
        `${tables} tables, ${rows} rows and ${files} files arrived.`,
    )
  }

  async #take(record: BackupRecord): Promise<void> {
    switch (record.kind) {
      case 'table':
        return this.#loadTable(record)
      case 'sequence':
        return this.#setSequence(record)
      case 'secrets':
        this.secrets = record.texts
        return
      case 'file':
        return this.#loadFile(record)
      case 'sums':
        this.#sums = record
        return
      default:
        throw unknownBackupContentProblem()
    }
  }

  async #loadTable(table: RecordOf<'table'>): Promise<void> {
    const known = this.#tables.find(({ schema, name }) => schema === table.schema && name === table.name)
    if (known === undefined || table.columns.some((column) => !known.columns.includes(column)))
      throw unknownBackupContentProblem()
    const end = ending<'table end'>()
    const stream = this.#client.query(
      copyFrom(`copy ${quotedTableName(table)} ${quotedColumnList(table.columns)} from stdin`),
    )
    await pipeline(this.#bytesUntil('table end', end), stream)
    const { rows } = end.record ?? missing()
    if (stream.rowCount !== rows)
      throw new StartUpProblem(
        `The backup has ${rows} rows of ${table.name}, and ${stream.rowCount} arrived.`,
      )
    this.#counts.tables += 1
    this.#counts.rows += rows
  }

  async #setSequence(sequence: RecordOf<'sequence'>): Promise<void> {
    const name = quotedTableName(sequence)
    if (!/^-?\d+$/.test(sequence.max)) throw unknownBackupContentProblem()
    // Keeps the sequence's upper limit: each cell (installation of a group) has its own range of ids.
    await this.#client.query(`alter sequence ${name} maxvalue ${sequence.max}`)
    if (sequence.last !== null) await this.#client.query('select setval($1, $2)', [name, sequence.last])
  }

  async #loadFile({ key, sizeBytes }: RecordOf<'file'>): Promise<void> {
    if (!isFileKey(key)) throw unknownBackupContentProblem()
    const { files } = this.#loading
    const end = ending<'file end'>()
    const bytes = this.#bytesUntil('file end', end)
    const path = temporaryFile(this.#loading)
    if (files === null) for await (const _ of bytes);
    else await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
    if (!(end.record ?? missing()).isWhole) return
    await files?.copyIn(key, { sizeBytes, stream: (range) => createReadStream(path, range) })
    this.#counts.files += 1
  }

  /** Yields the bytes of a table or file. Sets `end` to the record that follows them. */
  async *#bytesUntil<Kind extends BackupRecord['kind']>(
    kind: Kind,
    end: Ending<Kind>,
  ): AsyncGenerator<Buffer> {
    for (;;) {
      const { value: part, done } = await this.#parts.next()
      if (done === true) throw unknownBackupContentProblem()
      this.#loading.signal?.throwIfAborted()
      this.#loading.report?.(this.#loading.backup.readBytes(), this.#loading.backup.sizeBytes)
      if (part.bytes !== undefined) {
        yield part.bytes
        continue
      }
      if (part.record.kind !== kind) throw unknownBackupContentProblem()
      // The cast is safe: the line above refuses a record of another kind.
      end.record = part.record as RecordOf<Kind>
      return
    }
  }
}

type RecordOf<Kind extends BackupRecord['kind']> = Extract<BackupRecord, { kind: Kind }>

interface Ending<Kind extends BackupRecord['kind']> {
  record: RecordOf<Kind> | null
}

function ending<Kind extends BackupRecord['kind']>(): Ending<Kind> {
  return { record: null }
}

function missing(): never {
  throw unknownBackupContentProblem()
}

/**
 * Marks companies that were moving to another cell (installation) as moved, because that cell may serve them by
 * now. The operator decides whether to finish the move or to undo it.
 */
async function leaveCompanies(client: pg.Client): Promise<readonly number[]> {
  const there = await client.query(`select to_regclass('public.company_moves') is not null as has_moves`)
  if (there.rows[0]?.has_moves !== true) return []
  const { rows } = await client.query<{ company: number }>(
    `update company_moves set state = 'moved' where state = 'leaving' returning company`,
  )
  await client.query('delete from company_move_marks')
  await client.query('select open_company_moves()')
  return rows.map(({ company }) => company)
}

function clearly(error: unknown): unknown {
  const code = systemOrDatabaseErrorCode(error)
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || code === 'ERR_STORAGE_FULL'
  return isFull ? new StartUpProblem('The disk is full. Nothing was restored.', { cause: error }) : error
}
