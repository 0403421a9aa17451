import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { baileysGateway, shippedWebVersion } from '@balcao/whatsapp/baileys-gateway'
import { ensureFirstCompany } from '../features/auth/first-company'
import { quotaBytesOf } from '../features/storage/storage.read'
import { sheetThreadLimits, spreadsheetThreads } from '../outside/spreadsheets/spreadsheet-threads'
import { threadLimits, voiceNoteThreads } from '../outside/voice/voice-note-threads'
import { machineClock } from '../platform/clock'
import { type Config, loadConfig } from '../platform/config'
import { migrate } from '../platform/database/migrate'
import { claimOutsideDatabase } from '../platform/database/outside-database'
import { egressClient } from '../platform/egress/egress-client'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem } from '../platform/fatal'
import { openDiskFileStore } from '../platform/files/disk-file-store'
import type { FileStore } from '../platform/files/file-store'
import { useFolderForTemporaryFiles } from '../platform/files/temporary-files'
import { createLog, type Log } from '../platform/log'
import { webFolder } from '../platform/paths'
import { loadSecrets, type Secrets } from '../platform/secrets'
import type { Workplace } from '../platform/work'
import { addressAs } from './database-address'
import { buildHouse } from './house'
import { openLinkingRecord } from './linking-record'
import { openOutsideBots } from './outside-services'
import { openPaymentProvider } from './payments/payment-provider'
import { trustSimulator } from './trust-simulator'
import { openVersionLookUp, webVersions } from './web-versions'

/** The demo's second number waits for somebody who is still reading; WhatsApp's own pace would have given up on them. */
const demoCodeLifetimeMs = 3_600_000

/** Starts the product and keeps it running until it is told to stop. */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog({ level: config.logLevel })
  const secrets = loadSecrets(config.dataFolder, process.env)
  const stops: (() => Promise<void>)[] = []
  let isStopping = false

  const stop = async (exitCode: number) => {
    if (isStopping) return
    isStopping = true
    for (const each of stops.reverse())
      await each().catch((err) => log.error({ err }, 'could not stop cleanly'))
    process.exit(exitCode)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

  try {
    await start(config, secrets, log, stops, () => {
      log.error({}, 'the database is gone')
      void stop(1)
    })
  } catch (error) {
    sayWhyNot(error, log)
    await stop(1)
  }
}

async function start(
  config: Config,
  secrets: Secrets,
  log: Log,
  stops: (() => Promise<void>)[],
  onDatabaseLost: () => void,
): Promise<void> {
  const ownerUrl = await openDatabase(config, secrets, log, stops, onDatabaseLost)
  await migrate(ownerUrl, { app: secrets.databaseAppPassword, platform: secrets.databasePlatformPassword })
  const simulator = config.whatsappSimulator && (await trustSimulator(config.whatsappSimulator))

  const outside = egressClient({
    ...(simulator && { allow: simulator.mediaHosts, allowedCa: simulator.trust.mediaCertificate }),
  })
  const outsideBots = openOutsideBots(config)
  const siteVersion = openVersionLookUp(config.whatsappSimulator, shippedWebVersion, machineClock)
  const linkingRecord = config.recordLinking
    ? openLinkingRecord(config.dataFolder, { now: machineClock.now, log })
    : null
  if (linkingRecord !== null) {
    stops.push(() => linkingRecord.close())
    say(`Linking is recorded in ${linkingRecord.path}`)
  }
  const gateway = baileysGateway({
    log,
    webVersions: webVersions({
      workplace: () => house.workplace,
      lookUp: siteVersion.lookUp,
      clock: machineClock,
      log,
    }),
    ...(simulator && { trust: simulator.trust }),
    ...(config.demo && { codeLifetimeMs: demoCodeLifetimeMs }),
    ...(linkingRecord !== null && { recordLinking: linkingRecord.write }),
  })
  await useFolderForTemporaryFiles(join(config.dataFolder, 'temporary'))
  const store = await openDiskFileStore({
    folder: join(config.dataFolder, 'files'),
    quotaBytesOf: quotaBytesOf(() => house.workplace),
  })
  const payments = await openPaymentProvider(config.payments, secrets.linkSigningKey, machineClock.now)
  const house = await buildHouse({
    addresses: {
      owner: ownerUrl,
      app: addressAs(ownerUrl, 'balcao_app', secrets.databaseAppPassword),
      platform: addressAs(ownerUrl, 'balcao_platform', secrets.databasePlatformPassword),
    },
    secrets,
    clock: machineClock,
    log,
    store,
    outside,
    ...outsideBots.services,
    gateway: simulator?.showCodes(gateway) ?? gateway,
    webVersion: { shipped: shippedWebVersion, lookUp: siteVersion.lookUp },
    payments: payments.provider,
    voiceNotes: voiceNoteThreads({ ...threadLimits, after: machineClock.after }),
    spreadsheets: spreadsheetThreads({ ...sheetThreadLimits, after: machineClock.after }),
    holder: randomUUID(),
    isAlone: true, // the claim on the database says so
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
    () => house.stop(),
  )

  await furnish(config, house.workplace, store)
  await house.startRoles()
  const port = await listen(house, config)
  say(`Balcão is ready at ${config.publicUrl ?? `http://${shownHost(config.host)}:${port}`}`)
}

async function openDatabase(
  config: Config,
  secrets: Secrets,
  log: Log,
  stops: (() => Promise<void>)[],
  onLost: () => void,
): Promise<string> {
  if (config.databaseUrl !== undefined) {
    const claim = await claimOutsideDatabase(config.databaseUrl)
    stops.push(() => claim.release())
    void claim.lost.then(onLost)
    return config.databaseUrl
  }
  const postgres = await startEmbeddedPostgres({
    folder: config.dataFolder,
    ownerPassword: secrets.databaseOwnerPassword,
    log: { info: (message) => log.info({}, message) },
  })
  stops.push(() => postgres.stop())
  void postgres.lost.then(onLost)
  return postgres.ownerUrl
}

/** The first company of an empty database, or the demo. */
async function furnish(config: Config, workplace: Workplace, store: FileStore): Promise<void> {
  if (config.demo) {
    const { furnishDemo } = await import('../../database/demo/furnish-demo')
    await furnishDemo(workplace, store)
    return
  }
  const made = await ensureFirstCompany(workplace, {
    email: config.adminEmail ?? 'admin@balcao.local',
    password: config.adminPassword ?? null,
  })
  if (made !== null) say(firstSignIn(made))
}

/** Set apart from the other lines: it is shown once, and whoever misses it needs `npm run admin`. */
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

async function listen(
  house: Awaited<ReturnType<typeof buildHouse>>,
  { port, host }: Config,
): Promise<number> {
  try {
    return await house.listen({ port, host })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE')
      throw new StartUpProblem(`Port ${port} is taken. Stop what uses it, or set PORT.`)
    if (code === 'EACCES')
      throw new StartUpProblem(`Port ${port} may not be used by this user. Set PORT above 1023.`)
    if (code === 'EADDRNOTAVAIL') throw new StartUpProblem(`HOST ${host} is no address of this machine.`)
    throw error
  }
}

function shownHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}

function sayWhyNot(error: unknown, log: Log): void {
  if (error instanceof StartUpProblem) process.stderr.write(`${error.message}\n`)
  else log.error({ err: error }, 'Balcão could not start')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

void main().catch((error) => {
  // Before the log stands: a broken setting.
  process.stderr.write(`${error instanceof StartUpProblem ? error.message : (error?.stack ?? error)}\n`)
  process.exit(1)
})
