import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The resource use so far, by the operating system. */
export interface Account {
  /** Milliseconds of CPU of all threads, user and system. */
  readonly cpuMs: number
  /** Resident memory in MB. Of several processes: the sum of their private memory. */
  readonly residentMb: number
}

/** Linux counts CPU time in hundredths of a second on every machine (`getconf CLK_TCK`). */
const msPerTick = 10

/** One process. */
export function accountOf(pid: number): Account {
  const { ticks } = statOf(pid)
  return { cpuMs: ticks * msPerTick, residentMb: memoryOf(pid, 'VmRSS') }
}

/** The most resident memory of a process since its start, in MB. */
export function peakMbOf(pid: number): number {
  return memoryOf(pid, 'VmHWM')
}

/** The PostgreSQL of a data folder: its postmaster, the running children, and the time of ended ones. */
export function databaseAccount(dataFolder: string): Account {
  const first = postmasterOf(dataFolder).pid
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOrNothing(pid)?.parent === first)
  const { ticks, ticksOfEnded } = statOf(first)
  const all = children.reduce((sum, pid) => sum + (statOrNothing(pid)?.ticks ?? 0), ticks + ticksOfEnded)
  // Shared buffers are part of every process: they are counted once, with the postmaster.
  const own = children.reduce((sum, pid) => sum + memoryOf(pid, 'RssAnon'), memoryOf(first, 'VmRSS'))
  return { cpuMs: all * msPerTick, residentMb: own }
}

/** The postmaster of a data folder's embedded database, and its port. */
export function postmasterOf(dataFolder: string): { pid: number; port: number } {
  const lines = readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** The load average: figures measured under other load are less reliable. */
export function machineLoad(): number {
  return Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
}

function statOf(pid: number): { parent: number; ticks: number; ticksOfEnded: number } {
  // The name in brackets may hold spaces, so fields are counted from behind it (proc(5), fields 4 and 14 to 17).
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const field = (number: number) => Number(fields[number - 3])
  return { parent: field(4), ticks: field(14) + field(15), ticksOfEnded: field(16) + field(17) }
}

function statOrNothing(pid: number): ReturnType<typeof statOf> | undefined {
  try {
    return statOf(pid)
  } catch {
    return undefined // it has ended meanwhile
  }
}

function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0 // it has ended meanwhile
  }
}
