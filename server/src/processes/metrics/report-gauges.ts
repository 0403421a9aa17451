import type { Server } from 'socket.io'
import { backupState } from '../../features/backups/backups.queries'
import type { Clock } from '../../platform/clock'
import type { Node } from '../../platform/cluster/node'
import type { Metrics } from '../../platform/metrics'
import type { Workplace } from '../../platform/work'
import type { BackgroundRoles } from '../roles'
import { oldestWaitingItems } from './backlog.queries'

interface Measured {
  readonly node: Node
  readonly roles: Pick<BackgroundRoles, 'sessions' | 'countDueJobs'>
  readonly sockets: Server | null
  readonly workplace: Workplace
  readonly clock: Clock
}

/** Values that were read from the database are reused for this time, however often the metrics page is read. */
const freshMs = 15_000

/**
 * Registers this process's gauges. Only the process that runs the periodic tasks reports the installation's
 * backlog, so that it is counted once.
 */
export function registerGauges(metrics: Metrics, { node, roles, sockets, workplace, clock }: Measured): void {
  metrics.gauge('sockets', () => sockets?.engine.clientsCount ?? 0)
  metrics.gauge('connections', () => roles.sessions?.countByState() ?? {})
  metrics.gauge('nodes', () => node.others().length + 1)
  metrics.gauge('busConnected', () => Number(node.bus.isConnected()))
  node.whenClock(() => {
    const read = keptFor(freshMs, clock, readBacklog)
    metrics.gauge('jobsWaiting', async () => (await read()).jobs)
    metrics.gauge('outboxAgeSeconds', async () => (await read()).outboxAge)
    metrics.gauge('inboundAgeSeconds', async () => (await read()).inboundAge)
    metrics.gauge('backupAgeSeconds', async () => (await read()).backupAge)
    metrics.gauge('notificationQueueUsage', async () => (await read()).queueUsage)
  })

  async function readBacklog() {
    const now = clock.now()
    const [jobs, [row, backups]] = await Promise.all([
      roles.countDueJobs(now),
      workplace.withPlatform('metrics', ({ db }) =>
        Promise.all([db.row(oldestWaitingItems, { now }), db.row(backupState)]),
      ),
    ])
    const lastBackupAt = backups?.content_at ?? null
    const age = (since: Date | null = null) =>
      since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000)
    return {
      jobs,
      outboxAge: age(row?.outbox_since),
      inboundAge: age(row?.inbound_since),
      backupAge: lastBackupAt === null ? {} : age(lastBackupAt),
      queueUsage: row?.notification_queue_usage ?? 0,
    }
  }
}

/** Caches the result of `read` for a time. Concurrent callers share one read and also its failure. */
function keptFor<T>(ms: number, clock: Pick<Clock, 'now'>, read: () => Promise<T>): () => Promise<T> {
  let readAt = Number.NEGATIVE_INFINITY
  let last: Promise<T>
  return () => {
    const now = clock.now().getTime()
    if (now - readAt >= ms) {
      readAt = now
      last = read()
    }
    return last
  }
}
