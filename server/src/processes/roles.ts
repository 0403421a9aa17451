import type { Feature } from '../platform/feature'
import { type JobRunner, runJobs } from '../platform/jobs'
import { workerPoolSizes } from '../platform/worker-pools'
import type { LiveEventDelivery } from '../realtime/delivery'
import type { AppDependencies } from './app'
import { startBackups } from './backup/start-backups'
import { startCampaignWorker } from './campaigns/run-campaigns'
import { startClosingSocketsOfMovedCompanies } from './cells/close-pages'
import { startEmailReconciliation } from './cells/reconcile-emails'
import type { ConversationPresence } from './conversations/start-conversations'
import { startHousekeeping } from './housekeeping/start-housekeeping'
import { startTemplateChecks } from './message-templates/check-templates'
import { startMoveInWorker } from './move-in/carry-out-moves'
import { startPayments } from './payments/start-payments'
import type { AppPorts } from './ports'
import { startInboundEventRunner } from './receiving/start-receiving'
import { type RepeatedTask, repeatTask } from './repeat-task'
import { startSendingDueSchedules } from './schedules/send-due-schedules'
import { ConnectionSessions } from './sessions/sessions'
import { startTicketTimers } from './timers/carry-out-timers'

type RolesDependencies = AppDependencies &
  Pick<AppPorts, 'workplace' | 'signals' | 'openLinks' | 'subscribers'> & {
    readonly features: readonly Feature[]
    readonly delivery: LiveEventDelivery
    readonly conversations: ConversationPresence
  }

const sweepPauses = { firstMs: 5_000, everyMs: 5_000 }

/** Runs the roles `sessions` (WhatsApp links) and `worker` (jobs) if this process has them. */
export class BackgroundRoles {
  readonly #parts: RolesDependencies
  #sessions: ConnectionSessions | null = null
  #receiving: { stop(): Promise<void> } | null = null
  #jobs: JobRunner | null = null
  #closingPages: RepeatedTask | null = null
  #clocks: readonly (() => Promise<void>)[] = []
  #isStopping = false
  #draining: Promise<void> | null = null

  constructor(parts: RolesDependencies) {
    this.#parts = parts
  }

  /** The WhatsApp sessions of this process. Null before the start, or without the role `sessions`. */
  get sessions(): ConnectionSessions | null {
    return this.#sessions
  }

  async countDueJobs(now: Date): Promise<number> {
    if (this.#jobs === null) throw new Error('This process runs no jobs yet')
    return this.#jobs.countDue(now)
  }

  async start(): Promise<void> {
    const { node, cells } = this.#parts
    if (cells.cell !== null && node.roles.includes('realtime'))
      this.#closingPages = startClosingSocketsOfMovedCompanies(this.#parts)
    if (node.roles.includes('sessions')) this.#startSessions()
    if (!node.roles.includes('worker')) return
    this.#jobs = await this.#runJobs()
    // Only one process runs the periodic tasks. When it is this one's turn, it may be stopping already.
    node.whenClock(() => {
      if (!this.#isStopping) this.#clocks = this.#startClocks()
    })
  }

  #startSessions(): void {
    const { workplace, signals, clock, log, store, gateway, node, conversations, openLinks } = this.#parts
    const role = { workplace, gateway, signals, clock, log, node, dataKeys: this.#parts.secrets.dataKeys }
    this.#receiving = startInboundEventRunner(role)
    const presence = { typed: conversations.contactTypes, connected: conversations.numberConnected }
    this.#sessions = new ConnectionSessions({ ...role, openLinks, store, presence })
  }

  #runJobs(): Promise<JobRunner> {
    const { addresses, features, workplace, log, node, metrics } = this.#parts
    const kinds = features.flatMap(({ jobs = [] }) => jobs)
    return runJobs(addresses.owner, kinds, { workplace, log, workerPools: workerPoolSizes, node, metrics })
  }

  #startClocks(): readonly (() => Promise<void>)[] {
    const { workplace, clock, log, store, payments: provider, publicUrl, delivery, cells } = this.#parts
    const { templatesApi: api, secrets, addresses, backups: schedule, mail, moves } = this.#parts
    const { dataKeys } = secrets
    const { owner: ownerUrl } = addresses
    const sendsMail = mail !== null
    return [
      repeatTask({ clock, log }, sweepPauses, 'the sweep of live events failed', () => delivery.sweep()).stop,
      startSendingDueSchedules({ workplace, store, clock, log }).stop,
      startCampaignWorker({ workplace, store, clock, log }).stop,
      startTicketTimers({ workplace, clock, log }).stop,
      startPayments({ workplace, provider, publicUrl, sendsMail, clock, log }).stop,
      startHousekeeping({ workplace, store, clock, log }).stop,
      startMoveInWorker({ workplace, ownerUrl, store, dataKeys, ...moves, clock, log }).stop,
      startTemplateChecks({ api, dataKeys, workplace, clock, log }).stop,
      ...(schedule === null
        ? []
        : [startBackups({ schedule, ownerUrl, secrets, store, workplace, sendsMail, clock, log }).stop]),
      ...(cells.cell === null ? [] : [startEmailReconciliation({ workplace, cells, clock, log }).stop]),
    ]
  }

  /** Stops the roles after the loss of the database. They may not commit or send any more. */
  cut(): void {
    this.#sessions?.lose()
    this.#jobs?.cut()
  }

  /** Lets other processes take over the connections at a limited rate. Until then this process serves them. */
  drain(): Promise<void> {
    this.#draining ??= this.#parts.node
      .announceDrain()
      .catch((err) => this.#parts.log.warn({ err }, 'the other processes do not know that this one stops'))
      .then(() => this.#sessions?.drain())
    return this.#draining
  }

  /** Hands over the remaining connections at once. Without other processes they stay open until `stop`. */
  async handOver(): Promise<void> {
    await this.drain()
    await this.#sessions?.handOverAll()
  }

  /** Stops the periodic tasks, then the WhatsApp links, then the worker. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const stop of this.#clocks) await stop()
    await this.#closingPages?.stop()
    await this.#sessions?.stop()
    await this.#receiving?.stop()
    await this.#jobs?.stop()
  }
}
