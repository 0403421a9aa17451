import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnOptionsFor } from './account'
import type { PostgresCluster } from './cluster'
import type { PostgresProgram } from './program'

export type PostgresSettings = Readonly<Record<string, string>>

export interface DatabaseAddress {
  /** The port on 127.0.0.1, which is also part of the socket's name. */
  readonly port: number
  /** The folder of the Unix socket, which is faster than the loopback. Undefined: there is no socket. */
  readonly socketFolder: string | undefined
}

const SETTINGS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  max_connections: '60',
  // All statements are short, so compiling them (JIT) would cost more than it saves.
  jit: 'off',
  // Tables are analysed soon, because without statistics a query for one contact reads all contacts.
  autovacuum_naptime: '15s',
  // PostgreSQL does not log the errors of statements, because their details could contain a customer's text. The
  // application logs these errors without the details.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** The length of a socket path that all systems accept (macOS: 103). */
const LONGEST_SOCKET_PATH = 103
const SOCKET_NAME = '.s.PGSQL.'
const FAST_STOP_SECONDS = 60
const IMMEDIATE_STOP_SECONDS = 10
const KILL_TIMEOUT_MS = 5_000
const LARGEST_LOG_BYTES = 5 * 1024 * 1024
// A process id that no process has, because it is larger than any system's.
const NO_PROCESS = 4_194_999

/**
 * The process id of the database that runs on these files; undefined: none. In a copied folder the lock file names the
 * original folder, so the database of the original does not count.
 */
export function runningPostmasterPid(cluster: PostgresCluster): number | undefined {
  const lines = lockLines(cluster)
  const pid = Number(lines?.[0])
  return pid > 0 && isPostgres(pid) && !isOfOthers(cluster, lines?.[1]) ? pid : undefined
}

export function runningDatabaseAddress(cluster: PostgresCluster): DatabaseAddress | undefined {
  const lines = lockLines(cluster)
  const port = Number(lines?.[3])
  if (!(port > 0) || runningPostmasterPid(cluster) === undefined) return undefined
  // The lock file names the folder of the socket, but that folder may have been renamed since the start.
  const recordedFolder = lines?.[4] || undefined
  const isThere = recordedFolder !== undefined && existsSync(join(recordedFolder, `${SOCKET_NAME}${port}`))
  return { port, socketFolder: isThere ? recordedFolder : undefined }
}

/** Starts the database in a session of its own, so that Ctrl-C reaches only the product, which stops it last. */
export async function spawnPostmaster(
  cluster: PostgresCluster,
  program: PostgresProgram,
  settings: PostgresSettings,
  withSocket: boolean,
): Promise<{ process: ChildProcess; address: DatabaseAddress }> {
  disownReusedPid(cluster)
  removeLeftSockets(cluster)
  const port = await findFreePort()
  const socketFolder = withSocket && mayHoldSocket(cluster) ? cluster.files : undefined
  const all = {
    ...SETTINGS,
    ...postgresMemorySettings(machineMemory()),
    unix_socket_directories: socketFolder === undefined ? '' : quoted(socketFolder),
    ...settings,
    ...(!withSocket && { unix_socket_directories: '' }),
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openLog(cluster.logFile)
  const child = spawn(program.postgres, ['-D', cluster.files, '-p', String(port), ...options], {
    ...spawnOptionsFor(cluster.account),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  if (child.pid !== undefined) child.once('exit', killOnProcessExit(child.pid))
  return { process: child, address: { port, socketFolder } }
}

/**
 * Kills this database when our process exits, until the returned function is called. After `kill -9` of our process
 * the database keeps running, and the next start adopts it. The signal is SIGQUIT, because a fast shutdown (SIGINT)
 * would never end while PostgreSQL 18.4 recovers from a killed process.
 */
export function killOnProcessExit(pid: number): () => void {
  const end = () => void signal(pid, 'SIGQUIT')
  process.once('exit', end)
  return () => process.off('exit', end)
}

/** `fast`: after a checkpoint, so that the next start has nothing to recover. `immediate`: at once. */
export type PostgresStopMode = 'fast' | 'immediate'

/** Stops the database. A fast stop that takes too long is followed by an immediate one. */
export async function stopPostmaster(
  cluster: PostgresCluster,
  program: PostgresProgram,
  mode: PostgresStopMode,
): Promise<void> {
  if (mode === 'fast' && (await controlledStop(cluster, program, 'fast', FAST_STOP_SECONDS))) return
  if (await controlledStop(cluster, program, 'immediate', IMMEDIATE_STOP_SECONDS)) return
  await killPostmaster(cluster)
  if (runningPostmasterPid(cluster) !== undefined) {
    throw new Error(`The database in ${cluster.files} does not stop, see ${cluster.logFile}`)
  }
}

async function controlledStop(
  cluster: PostgresCluster,
  program: PostgresProgram,
  mode: PostgresStopMode,
  seconds: number,
) {
  const args = ['stop', '-D', cluster.files, '-m', mode, '-w', '-t', String(seconds), '-s']
  const child = spawn(program.control, args, { ...spawnOptionsFor(cluster.account), stdio: 'ignore' })
  const [status] = await once(child, 'exit')
  return status === 0 || runningPostmasterPid(cluster) === undefined
}

export function isPostmasterStopping(cluster: PostgresCluster): boolean {
  return runningPostmasterPid(cluster) !== undefined && lockLines(cluster)?.[7]?.trim() === 'stopping'
}

/** Kills the database. Committed rows are in the write-ahead log, from which the next start recovers. */
export async function killPostmaster(cluster: PostgresCluster): Promise<void> {
  const pid = runningPostmasterPid(cluster)
  if (pid === undefined) return
  for (const name of ['SIGQUIT', 'SIGKILL'] as const) {
    const children = childrenOf(pid)
    signal(pid, name)
    const giveUpAt = performance.now() + KILL_TIMEOUT_MS
    while (performance.now() < giveUpAt && runningPostmasterPid(cluster) === pid) await pause(50)
    if (runningPostmasterPid(cluster) === pid) continue
    // Children are killed too: a frozen one does not notice that its parent ended, and would block the next start.
    for (const child of children) signal(child, 'SIGKILL')
    return
  }
}

/** The process ids of the children; empty on a system without `ps`. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return (stdout ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // the process has ended already
  }
}

export function readLastPostgresLogLine(cluster: PostgresCluster): string {
  return readFileSync(cluster.logFile, 'utf8').trim().split('\n').at(-1) ?? ''
}

function mayHoldSocket({ files }: PostgresCluster): boolean {
  const path = join(files, `${SOCKET_NAME}65535`)
  return process.platform !== 'win32' && Buffer.byteLength(path) <= LONGEST_SOCKET_PATH
}

/** The bytes of memory of the machine, or of the container if that has a memory limit. */
function machineMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`
}

// Deletes the socket files of a killed database, because the next one has another port and leaves them.
function removeLeftSockets({ files }: PostgresCluster): void {
  for (const name of readdirSync(files)) if (name.startsWith(SOCKET_NAME)) rmSync(join(files, name))
}

// Replaces the process id in a stale lock file, because PostgreSQL refuses to start while a living process of this user
// has that id, such as our own after a reboot in a container. The other lines stay: they name the shared memory that
// protects the files from surviving processes of a killed database.
function disownReusedPid(cluster: PostgresCluster): void {
  const lines = lockLines(cluster)
  if (!lines || runningPostmasterPid(cluster) !== undefined) return
  writeFileSync(join(cluster.files, 'postmaster.pid'), [NO_PROCESS, ...lines.slice(1)].join('\n'))
}

/** Whether the lock file names another existing folder. If that folder is missing, it was renamed to this one. */
function isOfOthers({ files }: PostgresCluster, named: string | undefined): boolean {
  const other = named ? statSync(named, { throwIfNoEntry: false }) : undefined
  if (other === undefined) return false
  const ours = statSync(files)
  return other.ino !== ours.ino || other.dev !== ours.dev
}

function lockLines(cluster: PostgresCluster): string[] | undefined {
  try {
    return readFileSync(join(cluster.files, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined // there is no lock file, so no database runs
  }
}

function isPostgres(pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      // the file exists but is empty for a dead process whose parent has not waited for it
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    } catch {
      return false // no such process
    }
  }
  if (process.platform === 'win32') {
    const list = spawnSync('tasklist', ['/fi', `pid eq ${pid}`, '/nh'], { encoding: 'utf8' })
    return list.stdout.includes('postgres')
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(
    'postgres',
  )
}

function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGEST_LOG_BYTES) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

/** Returns a port that is free now. Another process may take it before the caller does. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no address of a listening socket')
  return address.port
}

const MB = 2 ** 20
const SMALLEST_BUFFERS_MB = 128 // PostgreSQL's default for `shared_buffers`
const LARGEST_BUFFERS_MB = 1024

/**
 * PostgreSQL's settings for a machine with this memory, of which the product and the operating system need a part.
 * After a checkpoint PostgreSQL logs each changed page whole, so a large write-ahead log with rare checkpoints saves
 * writes. A log much larger than the buffers would make a recovery slow.
 */
export function postgresMemorySettings(machineBytes: number): PostgresSettings {
  const machineMb = Math.floor(machineBytes / MB)
  const buffersMb = Math.min(Math.max(Math.floor(machineMb / 8), SMALLEST_BUFFERS_MB), LARGEST_BUFFERS_MB)
  return {
    shared_buffers: `${buffersMb}MB`,
    // The planner's estimate of the file cache, which the operating system and not PostgreSQL holds.
    effective_cache_size: `${Math.max(Math.floor(machineMb / 2), 2 * SMALLEST_BUFFERS_MB)}MB`,
    max_wal_size: `${Math.max(2 * buffersMb, 1024)}MB`,
    checkpoint_timeout: '15min',
  }
}
