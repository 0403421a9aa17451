import { tmpdir } from 'node:os'
import pg from 'pg'
import { isEmbeddedPostgresInstalled } from '../../platform/embedded-postgres/program'
import { readFreeDiskBytes } from '../../platform/files/free-bytes'
import { formatBytes } from '../move-in/progress-line'

const gigabyte = 2 ** 30
/** Besides its copy of the database, a check needs this space for PostgreSQL's write-ahead log and a reserve. */
const spareBytes = 1.5 * gigabyte
/** If the disk's free space is unknown, a check refuses to copy a larger database than this. */
const largestUnseenBytes = 10 * gigabyte

/** Returns the free bytes of the folder's disk. Rejects if they cannot be read. */
export type ReadFreeDiskBytes = (folder: string) => Promise<number>

/**
 * Returns why there is too little disk space for a check's copy of the database, or null. The copy is in the
 * system's temporary folder or on the database server, whose free space is known only if it is this machine.
 */
export async function findDiskSpaceProblem(
  databaseUrl: string,
  freeBytes: ReadFreeDiskBytes = readFreeDiskBytes,
): Promise<string | null> {
  const { size, folder } = await databaseFacts(databaseUrl)
  const place = isEmbeddedPostgresInstalled() ? tmpdir() : folder
  const free = place === null ? null : await freeBytes(place).catch(() => null)
  if (free === null)
    return size <= largestUnseenBytes
      ? null
      : `The database has ${formatBytes(size)}, and the free room for a copy of it is not known.`
  const needed = size + spareBytes
  return free >= needed
    ? null
    : `A check needs ${formatBytes(needed)} at ${place}, where ${formatBytes(free)} are free.`
}

/** Reads the database's size, and its folder if it is on this machine. */
async function databaseFacts(databaseUrl: string): Promise<{ size: number; folder: string | null }> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'balcao check' })
  client.on('error', () => undefined) // the query rejects with the same error
  try {
    await client.connect()
    const { rows } = await client.query<{ size: string; folder: string | null }>(
      `select pg_database_size(current_database())::text as size,
         case when pg_has_role('pg_read_all_settings', 'member') then current_setting('data_directory') end as folder`,
    )
    const isHere = ['', 'localhost', '127.0.0.1', '[::1]'].includes(new URL(databaseUrl).hostname)
    return { size: Number(rows[0]?.size ?? 0), folder: isHere ? (rows[0]?.folder ?? null) : null }
  } finally {
    await client.end()
  }
}
