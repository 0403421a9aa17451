import type { ConnectionId } from '@balcao/domain/ids'
import { movedCompanies, targetIdsOfMovedRows } from '../../../features/move-ins/move-ins.queries'
import { StartUpProblem } from '../../../platform/fatal'
import { findMoveIn } from '../known-source'
import type { SourceInspectionParameters } from '../look'
import type { SourceDatabase } from '../source-database'
import type { StoredSession, StoredSessionKey, StoredSessions } from './stored-session'

/**
 * Reads the sessions of all moved connections. ticketz stores each key as a row; Whaticket and its forks store
 * all keys in the session's JSON.
 */
export async function readSessionsFromDatabase(
  order: Omit<SourceInspectionParameters, 'media'>,
): Promise<StoredSessions> {
  const { workplace, name, source } = order
  if (!source.has('Whatsapps', 'session'))
    throw new StartUpProblem(
      'The source keeps no sessions in its database. Move a folder of Baileys with --from-folder and --connection.',
    )
  const isKnown = (await findMoveIn(order)) !== null
  const companies = await workplace.withPlatform('move sessions in', ({ db }) =>
    db.rows(movedCompanies, { moveIn: name }),
  )
  if (!isKnown || companies.length === 0)
    throw new StartUpProblem(`The move ${name} has no companies: run it first, with the same --name.`)
  const sessions: StoredSession[] = []
  for (const { company_id: companyId, source_id: sourceId } of companies) {
    const rows = await source.rows<{ id: string; name: string | null; session: string | null }>(
      `select id::text as id, name, session::text as session from "Whatsapps" where "companyId" = $1 order by "Whatsapps".id`,
      [sourceId],
    )
    const ids = await workplace.readCompany({ kind: 'system', name: 'move in', companyId }, ({ db }) =>
      db.rows(targetIdsOfMovedRows, {
        kinds: rows.map(() => 'connection'),
        sourceIds: rows.map(({ id }) => id),
      }),
    )
    const targets = new Map(ids.map(({ source_id, target_id }) => [source_id, target_id]))
    for (const row of rows) {
      const connectionId = targets.get(row.id)
      if (connectionId === undefined) continue // the connection did not move, as the report says
      sessions.push({
        companyId,
        connectionId: connectionId as ConnectionId, // the mapped rows are of the kind `connection`
        name: row.name ?? '',
        creds: row.session || null,
        keys: await keyRows(source, row.id),
      })
    }
  }
  return { sessions, users: await usersOf(source) }
}

async function keyRows(source: SourceDatabase, connection: string): Promise<readonly StoredSessionKey[]> {
  if (!source.has('BaileysKeys', 'whatsappId')) return []
  return source.rows(
    `select type, key as id, coalesce(value::text, '') as text from "BaileysKeys"
     where "whatsappId" = $1 order by type, key`,
    [connection],
  )
}

/**
 * Returns the names of other programs that are connected to the source. PostgreSQL hides the type of another
 * user's database connection, so an unknown type counts as a program.
 */
async function usersOf(source: SourceDatabase): Promise<readonly string[]> {
  const rows = await source.rows<{ name: string; count: number }>(
    `select coalesce(nullif(application_name, ''), 'without a name') as name, count(*)::int as count
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'balcao move-in'
       and coalesce(backend_type, 'client backend') = 'client backend'
     group by 1 order by 1`,
  )
  return rows.map(({ name, count }) => (count === 1 ? name : `${name} (${count} times)`))
}
