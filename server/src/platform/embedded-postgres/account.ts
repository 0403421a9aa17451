import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartUpProblem } from '../fatal'

export interface PostgresAccount {
  readonly uid: number
  readonly gid: number
  readonly name: string
}

// PostgreSQL refuses to run as root, so root uses the first of these accounts that exists.
const CANDIDATES = ['postgres', 'node', 'nobody']

/** The account that runs PostgreSQL. Undefined: this process is no root, and runs PostgreSQL itself. */
export function choosePostgresAccount(): PostgresAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = systemAccounts()
  for (const name of CANDIDATES) {
    const account = accounts.find((candidate) => candidate.name === name)
    if (account) return account
  }
  throw new StartUpProblem(
    `The database cannot run as root, and none of the users ${CANDIDATES.join(', ')} exists here. ` +
      'Create a user named postgres, or start Balcão as an ordinary user.',
  )
}

/** The account that an earlier start chose as the owner of the database's folder. */
export function postgresAccountOf(uid: number, gid: number): PostgresAccount {
  return { uid, gid, name: systemAccounts().find((account) => account.uid === uid)?.name ?? `number ${uid}` }
}

/** Returns the outermost folder on the way to `path` that the account may not enter; undefined: it may enter all. */
export function findInaccessibleFolder(path: string, account: PostgresAccount): string | undefined {
  // the account can enter `path`, so it can also enter all its parents
  if (mayEnter(path, account)) return undefined
  const parent = dirname(path)
  return (parent === path ? undefined : findInaccessibleFolder(parent, account)) ?? path
}

/** Options of spawn that run a program as the account, with a minimal environment. */
export function spawnOptionsFor(account: PostgresAccount | undefined) {
  const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  // SystemRoot: Windows opens no socket without it.
  const env = process.env.SystemRoot ? { ...environment, SystemRoot: process.env.SystemRoot } : environment
  return account ? { env, cwd: '/', uid: account.uid, gid: account.gid } : { env }
}

// A command of the account tries to enter, because the mode bits do not show access lists and mount options.
function mayEnter(folder: string, account: PostgresAccount): boolean {
  const run = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], spawnOptionsFor(account))
  if (!run.error) return run.status === 0
  throw new StartUpProblem(
    `The database cannot run as root, and this system does not let root start it as user ${account.name} ` +
      `(${run.error.message}). Start Balcão as an ordinary user.`,
  )
}

function systemAccounts(): PostgresAccount[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}
