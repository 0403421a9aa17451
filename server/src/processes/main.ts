import cluster from 'node:cluster'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BaileysGatewaySettings } from '@balcao/whatsapp/baileys-gateway'
import { shippedWebVersion } from '@balcao/whatsapp/shipped-web-version'
import { ensureFirstCompany } from '../features/auth/first-company'
import { endLeasesOfDeadNodes } from '../features/connections/leases.queries'
import { createStorageQuotaReader } from '../features/storage/storage.read'
import { createSpreadsheetReader, sheetThreadLimits } from '../outside/spreadsheets/spreadsheet-threads'
import { createVoiceNoteConverter, voiceThreadLimits } from '../outside/voice/voice-note-threads'
import { type BackupSettings, readBackupPassphrase } from '../platform/backup-settings'
import { assignCellNumber } from '../platform/cells/cell'
import { type CellDirectory, singleCellDirectory } from '../platform/cells/directory'
import { systemClock } from '../platform/clock'
import { deriveProcessCallKey } from '../platform/cluster/call-signature'
import type { DatabaseClaim, DatabaseClaimKind } from '../platform/cluster/database-claim'
import { joinCluster } from '../platform/cluster/join-nodes'
import { type Config, loadConfig } from '../platform/config'
import { migrateDatabase, migrateIfNeeded } from '../platform/database/migrate'
import { claimOutsideDatabase } from '../platform/database/outside-database'
import { createEgressClient } from '../platform/egress/egress-client'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres'
import { printStartFailure, StartUpProblem, systemOrDatabaseErrorCode } from '../platform/fatal'
import type { FileStore } from '../platform/files/file-store'
import { setTemporaryFilesFolder } from '../platform/files/temporary-files'
import { serveDatabaseUnavailable } from '../platform/http/error-answer'
import { createLog, type Log } from '../platform/log'
import { type MetricsPage, openMetricsPage } from '../platform/metrics-page'
import { webFolder } from '../platform/paths'
import { Refusal } from '../platform/refusal'
import { loadSecrets, type Secrets } from '../platform/secrets'
import type { Workplace } from '../platform/work'
import { type App, type AppDependencies, buildApp } from './app'
import type { BackupSchedule } from './backup/start-backups'
import { databaseUrlForRole } from './database-address'
import { openLinkingStanzaLog } from './linking-record'
import { installationDiskOf } from './move-in/look'
import { openFileStore } from './open-file-store'
import { openOutsideServiceClients } from './outside-services'
import { openPaymentProvider } from './payments/payment-provider'
import { openWhatsappProviders } from './providers'
import type { ProcessReadyMessage } from './run-processes'
import { openWhatsappLinkCallServer, type WhatsappLinkCallServer } from './sessions/answer-links'
import { trustSimulator } from './trust-simulator'
import { exitOnUnhandledRejections } from './unhandled-rejections'
import { openWhatsappVersionLookUp, whatsappVersionProvider } from './web-versions'

/** In the demo a QR code stays valid this long, because its reader needs more time than WhatsApp's codes allow. */
const demoCodeLifetimeMs = 3_600_000

/** When the database is lost, the stop abandons work that has not ended after this time. It could not commit anyway. */
const stopWithoutDatabaseMs = 15_000

/**
 * The pauses between attempts to restart. They are short at first, as a standby takes over within a second, and
 * then longer, as each attempt starts PostgreSQL.
 */
const restartPausesMs = { first: 100, growth: 1.5, most: 1_000 }
const lossNoticedMs = 2_000

const maxProcesses = 64

type Stop = () => Promise<void>

/**
 * What this process has started. After a loss of the database, the link server and the metrics page keep
 * running; the rest starts again.
 */
interface Started {
  database:
    | (Pick<DatabaseClaim, 'connection' | 'lost'> & { readonly release: Stop; readonly stop: Stop })
    | null
  linkServer: WhatsappLinkCallServer | null
  metricsPage: MetricsPage | null
  app: App | null
  /** The migrations' state after the last complete start: if unchanged, the next start skips migrating. */
  migrated: string | null
  readonly stops: Stop[]
}

/** Starts the product, again after a loss of the database: no other program restarts `npm start` (decision 0086). */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog({ level: config.logLevel })
  const processes = readProcessCount(process.argv.slice(2))
  if (processes > 1 && cluster.isPrimary) {
    const { runProcesses } = await import('./run-processes')
    return runProcesses(processes, config, log)
  }
  const secrets = loadSecrets(config.dataFolder, process.env)
  const started: Started = {
    database: null,
    linkServer: null,
    metricsPage: null,
    app: null,
    migrated: null,
    stops: [],
  }
  let isStopping = false

  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    started.app?.announceStop()
    await pause(config.drainMs)
    await stopAll([started.database?.stop ?? null, ...started.stops.splice(0)], log)
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

  let address = { port: config.port, host: config.host }
  try {
    address = { ...address, port: await start(config, secrets, log, started, async () => address) }
  } catch (error) {
    printStartFailure(error, log)
    return stop(1)
  }
  let isRestarting = false
  exitOnUnhandledRejections({
    process,
    isRestarting: () => isRestarting,
    lost: () => started.database?.lost,
    log,
    noticedWithinMs: lossNoticedMs,
    end: (error) =>
      setImmediate(() => {
        throw error // Node prints it and ends the process
      }),
  })
  for (;;) {
    await started.database?.lost
    // A process that is stopping when the database is lost does not start again. It cuts its connections, so
    // that other processes take over at once.
    if (isStopping) return started.app?.cutDatabase()
    log.error({}, 'the database is lost: everything on it stops, and starts again when it is back')
    isRestarting = true
    await restartAfterLoss(config, secrets, log, started, address, () => isStopping)
    isRestarting = false
  }
}

/** Stops everything that uses the lost database, and tries to start it again until a start succeeds. */
async function restartAfterLoss(
  config: Config,
  secrets: Secrets,
  log: Log,
  started: Started,
  address: { port: number; host: string },
  isStopping: () => boolean,
): Promise<void> {
  await stopRun(started, log)
  // null if another process has taken the port
  const meanwhile = await serveDatabaseUnavailable(address).catch(() => null)
  const freeAddress = async () => {
    await meanwhile?.close()
    return address
  }
  const { first, growth, most } = restartPausesMs
  for (let pauseMs = first; ; pauseMs = Math.min(most, pauseMs * growth)) {
    try {
      await start(config, secrets, log, started, freeAddress)
      return
    } catch (err) {
      if (isStopping()) return
      log.error({ err }, 'the database is not back yet')
      await stopRun(started, log)
      await pause(pauseMs)
    }
  }
}

async function stopRun(started: Started, log: Log): Promise<void> {
  const giveUp = new AbortController()
  started.app?.cutDatabase()
  started.app = null
  await Promise.race([
    stopAll(started.stops.splice(0), log),
    pause(stopWithoutDatabaseMs, undefined, { signal: giveUp.signal }).then(
      () => log.warn({}, 'not everything stopped in time; what is left cannot write any more'),
      () => undefined, // all parts have stopped
    ),
  ])
  giveUp.abort()
  // A start that failed halfway still holds its exclusive claim on the database.
  await started.database?.release()
}

async function stopAll(stops: readonly (Stop | null)[], log: Log): Promise<void> {
  for (const stop of [...stops].reverse())
    await stop?.().catch((err: unknown) => log.error({ err }, 'could not stop cleanly'))
}

/** Claims the database, starts everything, and returns the open port. */
async function start(
  config: Config,
  secrets: Secrets,
  log: Log,
  started: Started,
  freeAddress: () => Promise<{ port: number; host: string }>,
): Promise<number> {
  const { stops } = started
  const { ownerUrl, hasNewSecrets, ...database } = await openDatabase(config, secrets, log)
  started.database = database
  if (hasNewSecrets) started.migrated = null
  const migrated = await migrateIfNeeded(started, database.connection, () =>
    migrateDatabase(ownerUrl, secrets, hasNewSecrets),
  )
  const simulator = config.whatsappSimulator && (await trustSimulator(config.whatsappSimulator))

  const outside = createEgressClient({
    ...(simulator && { allow: simulator.mediaHosts, allowedCa: simulator.trust.mediaCertificate }),
  })
  const outsideBots = openOutsideServiceClients(config)
  const siteVersion = openWhatsappVersionLookUp(config.whatsappSimulator, shippedWebVersion, systemClock)
  const linkingRecord = config.recordLinking
    ? openLinkingStanzaLog(config.dataFolder, { now: systemClock.now, log })
    : null
  if (linkingRecord !== null) {
    stops.push(() => linkingRecord.close())
    printLine(`Linking is recorded in ${linkingRecord.path}`)
  }
  const driver: BaileysGatewaySettings = {
    log,
    webVersions: whatsappVersionProvider({
      workplace: () => app.workplace,
      lookUp: siteVersion.lookUp,
      clock: systemClock,
      log,
    }),
    ...(simulator && { trust: simulator.trust }),
    ...(config.demo && { codeLifetimeMs: demoCodeLifetimeMs }),
    ...(linkingRecord !== null && { recordLinking: linkingRecord.write }),
  }
  const { gateway, officialApi, templatesApi } = openWhatsappProviders({
    linkedDevice: driver,
    graph: simulator === undefined ? config.graph : { ...config.graph, ...simulator.graph },
    clock: systemClock,
    log,
  })
  await setTemporaryFilesFolder(join(config.dataFolder, 'temporary'))
  const store = await openFileStore(config, { quotaBytesOf: createStorageQuotaReader(() => app.workplace) })
  stops.push(store.close)
  started.linkServer ??= await openLinks(config, secrets)
  started.metricsPage ??= await openMetrics(config, log)
  const node = await joinCluster(database, {
    kind: claimKindOf(config),
    roles: config.roles,
    address: started.linkServer?.address ?? null,
    endOfDead: [endLeasesOfDeadNodes],
    openBus: busOpener(config, secrets, log),
    clock: systemClock,
    log,
  })
  stops.push(() => node.leave())
  const cells = await openDirectory(config, ownerUrl, secrets, log)
  stops.push(cells.close)
  const payments = await openPaymentProvider(config.payments, secrets.linkSigningKey, systemClock.now)
  const app = await buildApp({
    addresses: {
      owner: ownerUrl,
      app: databaseUrlForRole(ownerUrl, 'balcao_app', secrets.databaseAppPassword),
      platform: databaseUrlForRole(ownerUrl, 'balcao_platform', secrets.databasePlatformPassword),
    },
    secrets,
    clock: systemClock,
    log,
    store,
    outside,
    ...outsideBots.services,
    gateway: simulator?.showCodes(gateway) ?? gateway,
    officialApi,
    templatesApi,
    webVersion: { shipped: shippedWebVersion, lookUp: siteVersion.lookUp },
    payments: payments.provider,
    voiceNotes: createVoiceNoteConverter({ ...voiceThreadLimits, after: systemClock.after }),
    spreadsheets: createSpreadsheetReader({ ...sheetThreadLimits, after: systemClock.after }),
    node,
    linkServer: started.linkServer,
    cells,
    metrics: started.metricsPage?.metrics ?? null,
    backups: scheduleOf(config.backups),
    moves: { folder: join(config.dataFolder, 'move-in'), disk: installationDiskOf(config) },
    mail: await openMail(config, log, stops),
    publicUrl: config.publicUrl,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    searchesPerMinute: config.searchesPerMinute,
    webFolder,
    checkAnswers: false,
  })
  stops.push(
    () => outside.close(),
    () => siteVersion.close(),
    () => payments.close(),
    () => outsideBots.close(),
    () => app.stop(),
  )
  started.app = app

  await createFirstData(config, app.workplace, store, cells)
  await app.startRoles()
  const address = await freeAddress()
  const port = await listening(app.listen(address), address, { port: 'PORT', host: 'HOST' })
  started.migrated = migrated
  announceReady(config.publicUrl ?? `http://${shownHost(config.host)}:${port}`)
  return port
}

async function openDatabase(
  config: Config,
  secrets: Secrets,
  log: Log,
): Promise<NonNullable<Started['database']> & { ownerUrl: string; hasNewSecrets: boolean }> {
  if (config.databaseUrl !== undefined) {
    const claim = await claimOutsideDatabase(config.databaseUrl, claimKindOf(config))
    return { ownerUrl: config.databaseUrl, hasNewSecrets: false, ...claim, stop: claim.release }
  }
  return startEmbeddedPostgres({
    folder: config.dataFolder,
    ownerPassword: secrets.databaseOwnerPassword,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  })
}

async function openDirectory(
  { cell }: Config,
  ownerUrl: string,
  secrets: Secrets,
  log: Log,
): Promise<CellDirectory> {
  if (cell === null) return singleCellDirectory
  await assignCellNumber(ownerUrl, cell.number)
  const { openPostgresCellDirectory: openPostgresDirectory } = await import(
    '../platform/cells/postgres-directory'
  )
  return openPostgresDirectory(cell.directoryUrl, {
    cell: cell.number,
    tokenKey: secrets.tokenSigningKey,
    onError: (err) => log.warn({ err }, 'the directory of the cells cannot be reached'),
  })
}

async function openMail(
  { mail, publicUrl }: Config,
  log: Log,
  stops: Stop[],
): Promise<AppDependencies['mail']> {
  if (mail === null || publicUrl === undefined) return null
  const { smtpMailer } = await import('../outside/mail/smtp-mailer')
  const onRefused = (reason: string) => log.warn({ reason }, 'the mail server refused a mail')
  const mailer = smtpMailer({ ...mail, onRefused })
  stops.push(async () => mailer.close())
  return { mailer, publicUrl }
}

/** Returns how to open the message bus on Redis. Undefined: PostgreSQL's notifications are the bus. */
function busOpener({ redisUrl }: Config, secrets: Secrets, log: Log) {
  if (redisUrl === undefined) return undefined
  // A part of the names of Redis channels, so that several installations may share a Redis.
  const installation = createHash('sha256').update(secrets.tokenSigningKey).digest('hex').slice(0, 16)
  return async (nodeId: number) => {
    const { openRedisBus } = await import('../platform/cluster/redis-bus')
    return openRedisBus(redisUrl, { installation, nodeId, log }).catch((cause: unknown) => {
      throw new StartUpProblem(
        `The bus of REDIS_URL can't be reached (${systemOrDatabaseErrorCode(cause) ?? cause}).`,
        { cause },
      )
    })
  }
}

/** Reads the backup settings, and refuses a weak passphrase at the start instead of when a backup is due. */
function scheduleOf(settings: BackupSettings): BackupSchedule | null {
  const { folder, at, keepDays, keepWeeks } = settings
  if (folder === null) return null
  return { folder, passphrase: readBackupPassphrase(settings), at, keepDays, keepWeeks }
}

function claimKindOf({ nodeAddress }: Config): DatabaseClaimKind {
  return nodeAddress === null ? 'alone' : 'shared'
}

async function createFirstData(
  config: Config,
  workplace: Workplace,
  store: FileStore,
  cells: CellDirectory,
): Promise<void> {
  if (config.demo) {
    const { furnishDemo } = await import('../../database/demo/furnish-demo')
    await furnishDemo(workplace, store)
    return
  }
  const first = { email: config.adminEmail ?? 'admin@balcao.local', password: config.adminPassword ?? null }
  const made = await ensureFirstCompany(workplace, first, cells).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'ERR_EMAIL_ALREADY_EXISTS') throw error
    throw new StartUpProblem(`${first.email} has an account in another cell: set another ADMIN_EMAIL.`)
  })
  if (made !== null) printLine(firstSignIn(made))
}

/** Returns the lines with the first user's password, framed so that they stand out: it is shown only once. */
function firstSignIn({ email, generatedPassword }: { email: string; generatedPassword: string }): string {
  return `
  +------------------------------------------------------------------------
  |  First sign-in
  |
  |    E-mail    ${email}
  |    Password  ${generatedPassword}
  |
  |  The password is shown only now. The first page asks for one of your own.
  |  If it is lost: npm run admin -- reset-password ${email}
  +------------------------------------------------------------------------
`
}

/** Opens the server through which other processes use this one's WhatsApp links. Null: this is the only process. */
async function openLinks({ nodeAddress }: Config, secrets: Secrets): Promise<WhatsappLinkCallServer | null> {
  if (nodeAddress === null) return null
  const opening = openWhatsappLinkCallServer(
    nodeAddress,
    deriveProcessCallKey(secrets.tokenSigningKey),
    systemClock,
  )
  return listening(opening, nodeAddress, { port: 'NODE_ADDRESS', host: 'NODE_ADDRESS' })
}

/** Opens the page with metrics. Null: nothing is measured. */
async function openMetrics({ metricsAddress }: Config, log: Log): Promise<MetricsPage | null> {
  if (metricsAddress === null) return null
  const setting = { port: 'METRICS_ADDRESS', host: 'METRICS_ADDRESS' }
  const page = await listening(openMetricsPage(metricsAddress, systemClock), metricsAddress, setting)
  log.info({ port: page.port }, 'metrics are served')
  return page
}

/** Waits until the server listens. If it cannot, the refusal names the wrong setting. */
async function listening<T>(
  opening: Promise<T>,
  { port, host }: { port: number; host: string },
  setting: { port: string; host: string },
): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE')
      throw new StartUpProblem(`Port ${port} is taken. Stop what uses it, or set ${setting.port}.`)
    if (code === 'EACCES')
      throw new StartUpProblem(`Port ${port} may not be used by this user. Set ${setting.port} above 1023.`)
    if (code === 'EADDRNOTAVAIL')
      throw new StartUpProblem(`${setting.host} ${host} is no address of this machine.`)
    throw error
  }
}

function shownHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}

/** Prints the ready product's address. One of several processes sends its address to its parent instead. */
function announceReady(readyAt: string): void {
  const message: ProcessReadyMessage = { readyAt }
  if (cluster.isWorker) process.send?.(message)
  else printLine(`Balcão is ready at ${readyAt}`)
}

function readProcessCount(given: readonly string[]): number {
  const wrong = `The only option is --processes with a number from 1 to ${maxProcesses}, as in: npm start -- --processes 4`
  try {
    const { values } = parseArgs({
      args: [...given],
      options: { processes: { type: 'string', default: '1' } },
    })
    const count = Number(values.processes)
    if (Number.isInteger(count) && count >= 1 && count <= maxProcesses) return count
  } catch {} // `parseArgs` throws on an unknown option
  throw new StartUpProblem(wrong)
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

void main().catch((error) => {
  // For errors before the log exists, such as a wrong setting.
  process.stderr.write(`${error instanceof StartUpProblem ? error.message : (error?.stack ?? error)}\n`)
  process.exit(1)
})
