import { accountOf, databaseAccount, machineLoad } from './accounts'
import { percentile, rounded } from './figures'
import { type Hammering, hammer } from './hammer'
import type { Line } from './report'

/** The cost of a series of calls for a process and the database. */
export interface Cost {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly serverMs: number
  readonly databaseMs: number
}

/** Warms up for a third of the time first: plans and compiled code. */
export async function costOf(
  { pid, dataFolder, url }: { readonly pid: number; readonly dataFolder: string; readonly url: string },
  hammering: Hammering,
): Promise<Cost> {
  await hammer(url, { ...hammering, seconds: hammering.seconds / 3 })
  const used = () => [accountOf(pid).cpuMs, databaseAccount(dataFolder).cpuMs] as const
  const before = used()
  const { taken, seconds } = await hammer(url, hammering)
  const after = used()
  return {
    rate: taken.length / seconds,
    p50: percentile(taken, 50),
    p99: percentile(taken, 99),
    serverMs: (after[0] - before[0]) / taken.length,
    databaseMs: (after[1] - before[1]) / taken.length,
  }
}

/**
 * One line: our cost beside the lower bound. "ratio": our rate divided by the bound's; "CPU ratio": its CPU time
 * divided by ours.
 */
export function besideLeast(what: string, ours: Cost, least: Cost): Line {
  const cpu = ({ serverMs, databaseMs }: Cost) => serverMs + databaseMs
  return {
    what,
    rate: rounded(ours.rate),
    p50: rounded(ours.p50),
    p99: rounded(ours.p99),
    'product CPU ms': rounded(ours.serverMs, 2),
    'database CPU ms': rounded(ours.databaseMs, 2),
    'least: rate': rounded(least.rate),
    'least: CPU ms': rounded(cpu(least), 2),
    ratio: rounded(ours.rate / least.rate, 2),
    'CPU ratio': rounded(cpu(least) / cpu(ours), 2),
    load: machineLoad(),
  }
}
