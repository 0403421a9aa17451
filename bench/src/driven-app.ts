// The whole server with a simulated driver, in a process of its own, so that its resource use is measured alone. Its
// parent sends the commands, and it ends with the parent.
import { join } from 'node:path'
import { admin } from '../../e2e/src/product'
import { ensureFirstCompany } from '../../server/src/features/auth/first-company'
import { endLeasesOfDeadNodes } from '../../server/src/features/connections/leases.queries'
import { singleCellDirectory } from '../../server/src/platform/cells/directory'
import { systemClock } from '../../server/src/platform/clock'
import { joinCluster } from '../../server/src/platform/cluster/join-nodes'
import { nodeRoles } from '../../server/src/platform/cluster/node'
import { migrateDatabase } from '../../server/src/platform/database/migrate'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/start-embedded-postgres'
import { openDiskFileStore } from '../../server/src/platform/files/disk-file-store'
import { createLog } from '../../server/src/platform/log'
import { loadSecrets } from '../../server/src/platform/secrets'
import { type App, buildApp } from '../../server/src/processes/app'
import { openWhatsappProviders } from '../../server/src/processes/providers'
import { type PlayedDriver, type PlayedText, playedDriver } from './played-driver'

/** The parent's commands, one at a time. */
export type Ask =
  | { readonly what: 'numbers' }
  | { readonly what: 'hear'; readonly texts: readonly PlayedText[] }
  /**
   * One at a time, each from the driver's event until the committed message is published to a subscriber of this
   * process.
   */
  | { readonly what: 'hear alone'; readonly texts: readonly PlayedText[]; readonly token: string }

export type Answered = { readonly port: number } | { readonly numbers: number } | { readonly ms: number[] }

const folder = process.env.DATA_DIR ?? ''
const secrets = loadSecrets(folder, {})
const log = createLog({ level: 'warn' })
const postgres = await startEmbeddedPostgres({
  folder,
  ownerPassword: secrets.databaseOwnerPassword,
  log: { info: () => undefined, warn: () => undefined },
  ...(process.env.BENCH_STATEMENTS && {
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
  }),
})
const { databaseAppPassword, databasePlatformPassword } = secrets
await migrateDatabase(postgres.ownerUrl, secrets)
const node = await joinCluster(postgres, {
  kind: 'alone',
  roles: nodeRoles,
  address: null,
  endOfDead: [endLeasesOfDeadNodes],
  clock: systemClock,
  log,
})
const driver = playedDriver()
// No server listens on the discard port.
const graph = { url: 'http://127.0.0.1:9', version: 'v26.0', mediaHost: '127.0.0.1:9' }
const { officialApi, templatesApi } = openWhatsappProviders({
  linkedDevice: { log },
  graph,
  clock: systemClock,
  log,
})
const unknownVersion = { version: null, at: null, failure: null } as const
const app = await buildApp({
  addresses: {
    owner: postgres.ownerUrl,
    app: addressAs('balcao_app', databaseAppPassword),
    platform: addressAs('balcao_platform', databasePlatformPassword),
  },
  secrets,
  clock: systemClock,
  log,
  store: await openDiskFileStore({ folder: join(folder, 'files') }),
  outside: { get: unavailable },
  gateway: driver,
  officialApi,
  templatesApi,
  webVersion: {
    shipped: [2, 3000, 0],
    lookUp: {
      current: unavailable,
      lookUpNow: unavailable,
      known: () => unknownVersion,
      refused: () => undefined,
    },
  },
  voiceNotes: { make: unavailable, makeMp3: unavailable },
  spreadsheets: { read: unavailable },
  payments: null,
  bots: { answer: unavailable, fetchFile: unavailable },
  assistant: { answer: unavailable, transcribe: unavailable },
  speech: { say: unavailable },
  webhooks: { post: unavailable, mayReach: () => false },
  node,
  linkServer: null,
  cells: singleCellDirectory,
  metrics: null,
  backups: null,
  moves: { folder: join(folder, 'move-in'), disk: { folder, holdsDatabase: true, holdsFiles: true } },
  mail: null,
  publicUrl: undefined,
  allowedOrigins: [],
  trustedProxies: [],
  webFolder: null,
  checkAnswers: false,
})
await ensureFirstCompany(app.workplace, admin)
await app.startRoles()
tell({ port: await app.listen({ port: 0, host: '127.0.0.1' }) })

process.on('message', (ask: Ask) => {
  answer(ask).then(tell, (error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  })
})
process.on('disconnect', async () => {
  await app.stop()
  await postgres.stop()
  process.exit(0)
})

async function answer(ask: Ask): Promise<Answered> {
  if (ask.what === 'numbers') return { numbers: driver.numbers }
  if (ask.what === 'hear alone') return { ms: await hearAlone(app, driver, ask) }
  const begin = performance.now()
  await driver.hear(ask.texts)
  return { ms: [performance.now() - begin] }
}

async function hearAlone(
  { gate, subscribers }: App,
  { hear }: PlayedDriver,
  { texts, token }: Extract<Ask, { what: 'hear alone' }>,
): Promise<number[]> {
  const viewer = await gate.subscriberFor({ accessToken: token, refreshCookie: null })
  if (viewer === null) throw new Error('The token opens no subscriber')
  let onMessage = () => {}
  const subscriber: Parameters<typeof subscribers.add>[0] = {
    viewer,
    sessionId: viewer.sessionId,
    views: { statuses: new Set(), notification: true, chatBoxes: new Set() },
    spied: new Set(),
    emit: ({ channel }) => channel.endsWith('-appMessage') && onMessage(),
    close: () => undefined,
  }
  subscribers.add(subscriber)
  const ms: number[] = []
  for (const text of texts) {
    const begin = performance.now()
    const isPublished = new Promise<void>((resolve) => {
      onMessage = resolve
    })
    await hear([text])
    await isPublished
    ms.push(performance.now() - begin)
  }
  subscribers.remove(subscriber)
  return ms
}

function unavailable(): Promise<never> {
  return Promise.reject(new Error('not available in this bench'))
}

function tell(answered: Answered): void {
  process.send?.(answered)
}

function addressAs(user: string, password: string): string {
  const url = new URL(postgres.ownerUrl)
  url.username = user
  url.password = password
  return url.href
}
