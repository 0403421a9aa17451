import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, formatHostAndPort } from '../platform/config'
import { migrateDatabase } from '../platform/database/migrate'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres'
import { printStartFailure, StartUpProblem } from '../platform/fatal'
import type { Log } from '../platform/log'
import { projectRoot } from '../platform/paths'
import { loadSecrets } from '../platform/secrets'

/** The most database connections of one process with all roles. */
const connectionsOfProcess = 30

/** The message by which a process says to its parent that it is ready, and at which address. */
export interface ProcessReadyMessage {
  readonly readyAt: string
}

const restartDelayMs = 1_000
/** How long a process may take to end its HTTP calls and sessions after its drain. */
const stopMs = 60_000

type Environment = Readonly<Record<string, string>>

interface Processes {
  /** Starts the processes one by one, because the first creates the first data. Rejects if one ends too early. */
  start(environmentOf: (at: number) => Environment): Promise<string>
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Runs several processes, which share one port and one database. One that ends is started again. */
export async function runProcesses(count: number, config: Config, log: Log): Promise<void> {
  const processes = processesOf(count, config, log)
  let database: Awaited<ReturnType<typeof openDatabase>> = null
  let isStopping = false
  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    await processes.stop('SIGTERM')
    await database?.stop()
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

  for (let isFirst = true; !isStopping; isFirst = false) {
    try {
      database = await openDatabase(count, config, log)
      const shared = {
        NODE_ADDRESS: formatHostAndPort(config.nodeAddress?.host ?? '127.0.0.1', 0),
        ...(database !== null && { DATABASE_URL: database.ownerUrl }),
      }
      const readyAt = await processes.start((at) => ({ ...shared, ...metricsSetting(config, at) }))
      process.stdout.write(`Balcão is ready at ${readyAt} with ${count} processes\n`)
    } catch (error) {
      if (isStopping) return
      if (isFirst) {
        printStartFailure(error, log)
        return stop(1)
      }
      log.error({ err: error }, 'the processes could not start again yet')
      await processes.stop('SIGKILL')
      await database?.release() // the next attempt claims the database again
      database = null
      await pause(restartDelayMs)
      continue
    }
    if (database === null) return // processes with an external database handle its loss themselves
    await database.lost
    if (isStopping) return
    log.error({}, 'the database is lost: all processes stop, and start again when it is back')
    await processes.stop('SIGKILL')
  }
}

/** Returns the address of a process's own metrics page. The ports are consecutive. */
function metricsSetting({ metricsAddress }: Config, at: number): Environment {
  if (metricsAddress === null || metricsAddress.port === 0) return {}
  return { METRICS_ADDRESS: formatHostAndPort(metricsAddress.host, metricsAddress.port + at) }
}

/** Starts the embedded database. Null: the processes use an external one. */
async function openDatabase(count: number, config: Config, log: Log) {
  const secrets = loadSecrets(config.dataFolder, process.env)
  if (config.databaseUrl !== undefined) return null
  const start = () =>
    startEmbeddedPostgres({
      folder: config.dataFolder,
      ownerPassword: secrets.databaseOwnerPassword,
      claim: 'host',
      settings: { max_connections: String(20 + count * connectionsOfProcess) },
      log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
    })
  let database = await start()
  if (database.adopted) {
    // A killed product may have started this database with connections for fewer processes, so it is restarted.
    await database.stop()
    database = await start()
  }
  await migrateDatabase(database.ownerUrl, secrets, database.hasNewSecrets)
  return database
}

function processesOf(count: number, { drainMs }: Config, log: Log): Processes {
  cluster.setupPrimary({ exec: join(projectRoot, 'tools/run-product.mjs'), args: [] })
  const living = new Set<Worker>()
  let ending = new AbortController()

  return {
    async start(environmentOf) {
      ending = new AbortController()
      let readyAt = ''
      for (let at = 0; at < count; at++) readyAt = await startOne(environmentOf(at), ending.signal)
      return readyAt
    },
    async stop(signal) {
      ending.abort()
      const ends = [...living].map((worker) => once(worker, 'exit'))
      const kill = (how: NodeJS.Signals) => {
        for (const worker of living) worker.process.kill(how)
      }
      kill(signal)
      const late = setTimeout(kill, stopMs + drainMs, 'SIGKILL')
      await Promise.all(ends)
      clearTimeout(late)
    },
  }

  async function startOne(environment: Environment, end: AbortSignal): Promise<string> {
    const worker = cluster.fork(environment)
    living.add(worker)
    let isReady = false
    worker.once('exit', (code, signal) => {
      living.delete(worker)
      if (!isReady || end.aborted) return
      const how = signal ?? `with code ${code}`
      log.error({ pid: worker.process.pid }, `a process ended (${how}), and is started again`)
      void restart(environment, end)
    })
    const [said] = await Promise.race([
      once(worker, 'message') as Promise<[ProcessReadyMessage]>, // a process sends nothing else
      once(worker, 'exit').then((): never => {
        throw new StartUpProblem('A process ended before it was ready.')
      }),
    ])
    isReady = true
    return said.readyAt
  }

  async function restart(environment: Environment, end: AbortSignal): Promise<void> {
    await pause(restartDelayMs)
    if (end.aborted) return
    await startOne(environment, end).catch((err: unknown) => {
      log.error({ err }, 'a process could not start')
      return restart(environment, end)
    })
  }
}
