import { answers } from './answers'
import { browser } from './browser'
import { campaignPreparation } from './campaign-preparation'
import { failover } from './failover'
import { fairness } from './fairness'
import { idleNumbers } from './idle-numbers'
import { imports } from './imports'
import { incoming } from './incoming'
import { latency } from './latency'
import { memory } from './memory'
import { posting } from './posting'
import { processes } from './processes'
import { reads } from './reads'
import { receiving } from './receiving'
import { reportTogether, say } from './report'
import { soak } from './soak'
import { sockets } from './sockets'
import { start } from './start'
import { timersBench } from './timers'
import { webhooks } from './webhooks'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  latency,
  fairness,
  memory,
  start,
  soak,
  reads: () => reads(),
  posting,
  processes,
  failover,
  'idle-numbers': idleNumbers,
  webhooks,
  answers,
  receiving,
  incoming,
  imports,
  sockets,
  browser,
  timers: timersBench,
  'campaign-preparation': campaignPreparation,
}

/** The reads of the one table. The others repeat them as an attendant, or at another depth. */
const tabledReads =
  /^(open list, page 1|closed list, page \d+|messages, page 1|counts|dashboard.*|search, (common|rare|absent|start of a number)|contact search.*)$/

/** Everything that issue 18 asks, as one table. */
async function table(): Promise<void> {
  await reads(tabledReads)
  for (const bench of [posting, incoming, sockets, start, answers, receiving, browser]) await bench()
}

/** Runs one bench by its name; without a name, those of the one table. */
export async function runBench(name: string | undefined): Promise<void> {
  if (name === undefined) return reportTogether('table', table)
  const bench = benches[name]
  if (bench !== undefined) return bench()
  say(`Which one? npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exitCode = 1
}
