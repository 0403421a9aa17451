import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '../data-folder'
import { StartUpProblem } from '../fatal'
import {
  choosePostgresAccount,
  findInaccessibleFolder,
  type PostgresAccount,
  postgresAccountOf,
  spawnOptionsFor,
} from './account'
import type { PostgresProgram } from './program'

export interface PostgresCluster {
  readonly folder: string
  readonly files: string
  readonly logFile: string
  readonly account: PostgresAccount | undefined
}

/** This role owns the tables and bypasses row security, so only migrations and maintenance use it. */
export const DATABASE_OWNER_ROLE = 'balcao_owner'
const MAJOR_VERSION = '18'

export function locatePostgresCluster(folder: string): PostgresCluster {
  makeDataFolder(folder)
  const files = join(folder, 'postgres')
  const account = accountFor(files)
  const closed = account && findInaccessibleFolder(folder, account)
  if (account && closed) {
    throw new StartUpProblem(
      `The data folder ${folder} cannot be used: the database runs as user ${account.name}, who may not enter ${closed}. ` +
        'Set DATA_DIR to a folder that every user may enter, such as /var/lib/balcao, or start Balcão as an ordinary user.',
    )
  }
  return { folder, files, logFile: join(folder, 'postgres.log'), account }
}

/**
 * Creates the database's files if missing. An interrupted creation leaves only a temporary folder. `isLasting`: the
 * files are synced to the disk.
 */
export function createPostgresCluster(
  cluster: PostgresCluster,
  program: PostgresProgram,
  ownerPassword: string,
  isLasting: boolean,
): void {
  if (existsSync(join(cluster.files, 'PG_VERSION'))) {
    refuseOtherVersion(cluster)
    return
  }
  const unfinished = `${cluster.files}.unfinished`
  const passwordFile = `${cluster.files}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, `${ownerPassword}\n`, { mode: 0o600 })
  if (cluster.account) {
    chownSync(unfinished, cluster.account.uid, cluster.account.gid)
    chownSync(passwordFile, cluster.account.uid, cluster.account.gid)
  }
  try {
    runInitdb(cluster, program, unfinished, passwordFile, isLasting)
  } finally {
    rmSync(passwordFile)
  }
  renameSync(unfinished, cluster.files)
}

/**
 * Sets a new password of the database's owner when `secrets.json` is lost. This is no security hole: an account that
 * may write the database's files controls the database anyway.
 */
export function resetDatabaseOwnerPassword(
  cluster: PostgresCluster,
  program: PostgresProgram,
  ownerPassword: string,
): void {
  const quoted = ownerPassword.replaceAll("'", "''")
  const run = spawnSync(program.postgres, ['--single', '-D', cluster.files, 'postgres'], {
    ...spawnOptionsFor(cluster.account),
    input: `alter role ${DATABASE_OWNER_ROLE} password '${quoted}'\n`,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`The database owner's password could not be set: ${run.stderr}`)
}

function accountFor(files: string): PostgresAccount | undefined {
  const owner = statSync(files, { throwIfNoEntry: false })
  if (!owner || process.getuid === undefined) return choosePostgresAccount()
  const ourselves = process.getuid()
  if (owner.uid === ourselves) return choosePostgresAccount()
  if (ourselves === 0) return postgresAccountOf(owner.uid, owner.gid)
  throw new StartUpProblem(
    `The database in ${files} belongs to user ${postgresAccountOf(owner.uid, owner.gid).name}. ` +
      'Start Balcão as that user (or root), or set DATA_DIR to another folder.',
  )
}

function refuseOtherVersion(cluster: PostgresCluster): void {
  const version = readFileSync(join(cluster.files, 'PG_VERSION'), 'utf8').trim()
  if (version === MAJOR_VERSION) return
  throw new StartUpProblem(
    `The database in ${cluster.files} was made by PostgreSQL ${version}; this Balcão brings PostgreSQL ${MAJOR_VERSION}. ` +
      'Start the Balcão version that made it, or set DATA_DIR to another folder.',
  )
}

function runInitdb(
  cluster: PostgresCluster,
  program: PostgresProgram,
  files: string,
  passwordFile: string,
  isLasting: boolean,
): void {
  const options = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const haste = isLasting ? [] : ['--no-sync']
  const run = spawnSync(
    program.initdb,
    ['-D', files, '-U', DATABASE_OWNER_ROLE, `--pwfile=${passwordFile}`, ...options, ...locale, ...haste],
    { ...spawnOptionsFor(cluster.account), encoding: 'utf8' },
  )
  if (run.status === 0) return
  const reason = run.error?.message ?? run.stderr.trim().split('\n').join(' ')
  throw new StartUpProblem(`The database could not be made in ${cluster.folder}: ${reason}`)
}
