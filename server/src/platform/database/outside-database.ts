import { claimDatabase, type DatabaseClaim, type DatabaseClaimKind } from '../cluster/database-claim'
import { StartUpProblem, systemOrDatabaseErrorCode } from '../fatal'
import { withDatabaseClient } from './with-client'

const oldestVersion = 15
const claimedElsewhere =
  'Another Balcão is already running on this database. ' +
  'Several processes may share it when each has an address for the others in NODE_ADDRESS.'

/**
 * Claims the operator's database for this process. Throws StartUpProblem with the remedy when the database can't be
 * reached, is unsuitable, or is already in use.
 */
export async function claimOutsideDatabase(
  url: string,
  kind: DatabaseClaimKind = 'alone',
): Promise<DatabaseClaim> {
  try {
    await refuseUnfit(url)
    return await claimDatabase(url, claimedElsewhere, kind)
  } catch (cause) {
    if (cause instanceof StartUpProblem) throw cause
    throw new StartUpProblem(`The database of DATABASE_URL cannot be used: ${reasonOf(cause)}.`, { cause })
  }
}

async function refuseUnfit(url: string): Promise<void> {
  const { rows } = await withDatabaseClient(url, 'balcao', (client) =>
    client.query<Fitness>(databaseProblems),
  )
  const problem = rows[0] && problemOf(rows[0])
  if (problem) throw new StartUpProblem(problem)
}

interface Fitness {
  version: number
  may_create_roles: boolean
  may_create: boolean
}

const databaseProblems = `
  select current_setting('server_version_num')::int / 10000 as version,
    has_database_privilege(current_database(), 'create') as may_create,
    (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as may_create_roles`

function problemOf({ version, may_create, may_create_roles }: Fitness): string | null {
  if (version < oldestVersion)
    return `The database of DATABASE_URL is PostgreSQL ${version}; Balcão needs ${oldestVersion} or later.`
  if (!may_create)
    return 'The user of DATABASE_URL does not own its database ("alter database … owner to …" helps).'
  if (!may_create_roles)
    return 'The user of DATABASE_URL may not create roles ("alter role … createrole" helps).'
  return null
}

/**
 * Returns the reason to show: PostgreSQL's message, which never names the password, or the code of a connection error
 * without a message.
 */
function reasonOf(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : ''
  return words === '' ? (systemOrDatabaseErrorCode(cause) ?? 'no reason was given') : words
}
