import { answers } from './answers'
import { browser } from './browser'
import { campaignPreparation } from './campaign-preparation'
import { fairness } from './fairness'
import { imports } from './imports'
import { incoming } from './incoming'
import { latency } from './latency'
import { memory } from './memory'
import { posting } from './posting'
import { reads } from './reads'
import { receiving } from './receiving'
import { say } from './report'
import { soak } from './soak'
import { sockets } from './sockets'
import { timersBench } from './timers'

const benches: Readonly<Record<string, () => Promise<void>>> = {
  latency,
  fairness,
  memory,
  soak,
  reads,
  posting,
  answers,
  receiving,
  incoming,
  imports,
  sockets,
  browser,
  timers: timersBench,
  'campaign-preparation': campaignPreparation,
}

/** Runs one bench by its name, or lists the names. */
export async function runBench(name: string | undefined): Promise<void> {
  const bench = benches[name ?? '']
  if (bench !== undefined) return bench()
  say(`Which one? npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exitCode = 1
}
