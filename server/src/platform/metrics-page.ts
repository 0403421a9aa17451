import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from './clock'
import type { GaugeName, GaugeReading, Metrics } from './metrics'

const metricsPath = '/metrics'

export interface MetricsPage {
  readonly metrics: Metrics
  readonly port: number
  close(): Promise<void>
}

const gauges: Readonly<Record<GaugeName, { name: string; help: string; label?: string }>> = {
  sockets: { name: 'balcao_sockets', help: 'Open sockets of browsers.' },
  connections: {
    name: 'balcao_connections',
    help: 'WhatsApp numbers that this process runs.',
    label: 'state',
  },
  nodes: { name: 'balcao_nodes', help: 'Living processes of the installation, this one included.' },
  busConnected: { name: 'balcao_bus_connected', help: '1: this process hears the others.' },
  notificationQueueUsage: {
    name: 'balcao_notification_queue_usage_ratio',
    help: "The part of PostgreSQL's queue for NOTIFY that is in use.",
  },
  backupAgeSeconds: {
    name: 'balcao_backup_age_seconds',
    help: 'Since the content of the last backup; absent while there is none.',
  },
  jobsWaiting: { name: 'balcao_jobs_waiting', help: 'Due jobs that no worker has taken, at most 100,000.' },
  outboxAgeSeconds: {
    name: 'balcao_outbox_age_seconds',
    help: 'How long the oldest message of a connected number is due.',
  },
  inboundAgeSeconds: {
    name: 'balcao_inbound_age_seconds',
    help: 'The age of the oldest inbound event that is not handled; dead letters do not count.',
  },
}

/** The page omits a gauge whose reading takes longer than this, because Prometheus waits only ten seconds. */
const readingMs = 2_000
const limits = { requestTimeout: 5_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 }
const maxConnections = 20

/** Serves `GET /metrics` on a private address. Only this function loads `prom-client`, to save memory elsewhere. */
export async function openMetricsPage(
  { host, port }: { readonly host: string; readonly port: number },
  clock: Pick<Clock, 'after'>,
): Promise<MetricsPage> {
  const { metrics, text, contentType } = await createMetrics(clock)
  const server = createServer(limits, (request, reply) => {
    if (request.method !== 'GET' || request.url !== metricsPath) {
      reply.writeHead(404, { 'content-length': 0 }).end()
      return
    }
    text().then(
      (page) => reply.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(page),
      () => reply.destroy(),
    )
  })
  server.maxConnections = maxConnections
  // Without `exclusive`, the processes that `--processes` starts would share one port.
  server.listen({ host, port, exclusive: true })
  await once(server, 'listening')
  return {
    metrics,
    port: (server.address() as AddressInfo).port, // the cast is safe: the server listens on a port
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function createMetrics(clock: Pick<Clock, 'after'>) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: readonly number[],
  ) => new Histogram({ name, help, labelNames, buckets: [...buckets], registers })
  const counter = (name: string, help: string) => new Counter({ name, help, registers })

  const short = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
  const long = [0.01, 0.05, 0.2, 1, 5, 20, 60, 300]
  const calls = histogram(
    'balcao_http_call_duration_seconds',
    'Calls, by the name of the endpoint in the contract; other: files, pages and unknown paths.',
    ['route', 'method', 'status'],
    [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  )
  const waits = histogram('balcao_act_wait_seconds', 'The wait of an act for a connection.', ['rank'], short)
  const acts = histogram('balcao_act_duration_seconds', 'Acts after their wait.', ['rank'], short)
  const jobs = histogram('balcao_job_duration_seconds', 'Attempts at jobs.', ['task', 'outcome'], long)
  const lag = histogram('balcao_bus_lag_seconds', 'Half the way of a probe there and back.', [], short)
  const published = counter('balcao_live_events_published_total', 'Live events of acts of this process.')
  const delivered = counter('balcao_live_events_delivered_total', 'Live events written to sockets.')
  const readers = new Map<GaugeName, () => GaugeReading | Promise<GaugeReading>>()
  const shown = new Map<GaugeName, InstanceType<typeof Gauge>>()

  const metrics: Metrics = {
    call(endpoint, status, seconds) {
      const { name: route = 'other', method = 'other' } = endpoint ?? {}
      calls.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
    act(rank, waitSeconds, seconds) {
      waits.observe({ rank }, waitSeconds)
      acts.observe({ rank }, seconds)
    },
    job: (task, outcome, seconds) => jobs.observe({ task, outcome }, seconds),
    eventsPublished: (count) => published.inc(count),
    eventsDelivered: (count) => delivered.inc(count),
    busLag: (seconds) => lag.observe(seconds),
    gauge: (name, read) => void readers.set(name, read),
  }

  async function readGauges(): Promise<void> {
    await Promise.all(
      [...readers].map(async ([name, read]) => {
        const reading = await inTime(clock, async () => read()).catch(() => null)
        if (reading === null) return remove(name)
        show(name, reading)
      }),
    )
  }

  function show(gaugeName: GaugeName, reading: GaugeReading): void {
    const { name, help, label } = gauges[gaugeName]
    const labelNames = label === undefined ? [] : [label]
    const gauge = shown.get(gaugeName) ?? new Gauge<string>({ name, help, labelNames, registers })
    shown.set(gaugeName, gauge)
    if (typeof reading === 'number') gauge.set(reading)
    else for (const [value, count] of Object.entries(reading)) gauge.set({ [label ?? 'kind']: value }, count)
  }

  /** Removes a gauge that could not be read, because its old value would look like a current one. */
  function remove(gaugeName: GaugeName): void {
    registry.removeSingleMetric(gauges[gaugeName].name)
    shown.delete(gaugeName)
  }

  return {
    metrics,
    contentType: registry.contentType,
    text: async () => {
      await readGauges()
      return registry.metrics()
    },
  }
}

async function inTime<T>(clock: Pick<Clock, 'after'>, read: () => Promise<T>): Promise<T> {
  let callOff = () => {}
  const late = new Promise<never>((_, reject) => {
    callOff = clock.after(readingMs, () => reject(new Error('a reading took too long')))
  })
  return Promise.race([read(), late]).finally(() => callOff())
}
