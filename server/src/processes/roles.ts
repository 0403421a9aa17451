import type { Feature } from '../platform/feature'
import { runJobs } from '../platform/jobs'
import { poolSizes } from '../platform/worker-pools'
import type { Delivery } from '../realtime/delivery'
import type { AppDependencies } from './app'
import { startCampaigns } from './campaigns/run-campaigns'
import type { Conversations } from './conversations/start-conversations'
import { startHousekeeping } from './housekeeping/start-housekeeping'
import { startPayments } from './payments/start-payments'
import type { Ports } from './ports'
import { startReceiving } from './receiving/start-receiving'
import { startSchedules } from './schedules/send-due-schedules'
import { Sessions } from './sessions/sessions'
import { startTimers } from './timers/carry-out-timers'

type RolesDependencies = AppDependencies &
  Pick<Ports, 'workplace' | 'signals' | 'openLinks'> & {
    readonly features: readonly Feature[]
    readonly delivery: Delivery
    readonly conversations: Conversations
  }

const sweepEveryMilliseconds = 5_000

/** The background roles of this process: sessions, worker, sweeps. */
export class Roles {
  readonly #parts: RolesDependencies
  readonly #stops: (() => Promise<void>)[] = []
  readonly #cuts: (() => void)[] = []
  #sessions: Sessions | null = null

  constructor(parts: RolesDependencies) {
    this.#parts = parts
  }

  /** The sessions of this process; null before the start. */
  get sessions(): Sessions | null {
    return this.#sessions
  }

  async start(): Promise<void> {
    const { workplace, signals, clock, log, store, gateway, node } = this.#parts
    const { payments: provider, publicUrl, conversations, delivery, openLinks } = this.#parts
    const role = { workplace, gateway, signals, clock, log, node, dataKeys: this.#parts.secrets.dataKeys }
    const receiving = startReceiving(role)
    const presence = { typed: conversations.contactTypes, connected: conversations.numberConnected }
    const sessions = new Sessions({ ...role, openLinks, store, presence })
    this.#sessions = sessions
    this.#cuts.push(() => sessions.lose())
    const stopFirst = [() => sessions.stop(), receiving.stop]
    const jobs = await this.#runJobs().catch((error: unknown) => {
      this.#stops.push(...stopFirst) // these were started, even if later steps failed
      throw error
    })
    this.#cuts.push(jobs.cut)
    const sweep = { clock, sweep: () => delivery.sweep(), log }
    this.#stops.push(
      sweepRegularly(sweep),
      startSchedules({ workplace, store, clock, log }).stop,
      startCampaigns({ workplace, store, clock, log }).stop,
      startTimers({ workplace, clock, log }).stop,
      startPayments({ workplace, provider, publicUrl, clock, log }).stop,
      startHousekeeping({ workplace, store, clock, log }).stop,
      ...stopFirst,
      jobs.stop,
    )
  }

  #runJobs() {
    const { addresses, features, workplace, log, node } = this.#parts
    const kinds = features.flatMap(({ jobs = [] }) => jobs)
    return runJobs(addresses.owner, kinds, { workplace, log, workerPools: poolSizes, node })
  }

  /** Cuts all roles after the loss of the database: none commits or sends any more. */
  cut(): void {
    for (const cut of this.#cuts) cut()
  }

  /** Stops everything in order: what sends on its own, then the WhatsApp links, then the worker. */
  async stop(): Promise<void> {
    for (const stop of this.#stops) await stop()
  }
}

/** Repeats a sweep until stopped; one ends before the next begins. */
function sweepRegularly({
  clock,
  sweep,
  log,
}: Pick<AppDependencies, 'clock' | 'log'> & { sweep: () => Promise<void> }): () => Promise<void> {
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(sweepEveryMilliseconds, async () => {
      await sweep().catch((err) => log.warn({ err }, 'the sweep of live events failed'))
      next()
    })
  }
  next()
  return async () => cancel()
}
