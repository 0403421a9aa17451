import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EndpointCallAnswer, type EndpointCallInput, endpointCallUrl } from '@balcao/contract/client'
import { connectionForm } from '@balcao/contract/connections'
import type { Endpoint } from '@balcao/contract/endpoint'
import type { SessionUser } from '@balcao/contract/people'
import type {
  CompanyId,
  ConnectionId,
  QueueId,
  TicketId,
  UserId,
  WhatsappMessageId,
} from '@balcao/domain/ids'
import type { Profile } from '@balcao/domain/people'
import type { WhatsappProvider } from '@balcao/domain/providers'
import type { TicketStatus } from '@balcao/domain/tickets'
import { baileysGateway } from '@balcao/whatsapp/baileys-gateway'
import type { InboundContent, InboundUpdate, WhatsappGateway } from '@balcao/whatsapp/gateway'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { inject } from 'vitest'
import { endLeasesOfDeadNodes } from '../features/connections/leases.queries'
import { createConnection } from '../features/connections/save-connection'
import type { TemplatesApi } from '../features/message-templates/templates-api.port'
import type { OfficialApi } from '../features/official-numbers/official-api.port'
import { createPlanWithAllModules, type NewPlanWithLimits } from '../features/plans/create-plan'
import { handleInbound } from '../features/reception/handle-inbound'
import { createCompanyWithUser } from '../features/signup/found-company'
import { createStorageQuotaReader } from '../features/storage/storage.read'
import { createUser } from '../features/users/create-user'
import { openaiAssistant } from '../outside/assistant/openai-assistant'
import { createOutsideBotClient } from '../outside/bots/outside-bots'
import type { Mailer } from '../outside/mail/port'
import type { PixProvider } from '../outside/pix/port'
import { sandboxPix } from '../outside/pix/sandbox-pix'
import { azureSpeechSynthesizer } from '../outside/speech/azure-speech'
import { createSpreadsheetReader, sheetThreadLimits } from '../outside/spreadsheets/spreadsheet-threads'
import type { VoiceNoteConverter } from '../outside/voice/port'
import { createVoiceNoteConverter, voiceThreadLimits } from '../outside/voice/voice-note-threads'
import { createWebVersionCache } from '../outside/whatsapp-web-version/cached-version'
import type { WebVersionLookUp } from '../outside/whatsapp-web-version/port'
import { type CellDirectory, singleCellDirectory } from '../platform/cells/directory'
import { type Clock, systemClock } from '../platform/clock'
import { packetKind } from '../platform/cluster/bus'
import { deriveProcessCallKey } from '../platform/cluster/call-signature'
import { claimDatabase, type DatabaseClaimKind } from '../platform/cluster/database-claim'
import { joinCluster } from '../platform/cluster/join-nodes'
import { nodeRoles as allRoles, createSingleNode, type Node, type NodeRole } from '../platform/cluster/node'
import { openRedisBus } from '../platform/cluster/redis-bus'
import { EgressFailure } from '../platform/egress/egress-failure'
import type { DataKeys } from '../platform/encryption'
import { openDiskFileStore } from '../platform/files/disk-file-store'
import type { FileStore } from '../platform/files/file-store'
import type { SocketMessage } from '../platform/live/event-kind'
import { createLog, type Log } from '../platform/log'
import type { Metrics } from '../platform/metrics'
import { loadSecrets, type Secrets } from '../platform/secrets'
import { type TableRows, tableRows } from '../platform/testing/table-rows'
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database'
import { type App, type AppDependencies, buildApp } from '../processes/app'
import { openWhatsappProviders } from '../processes/providers'
import { openWhatsappLinkCallServer } from '../processes/sessions/answer-links'
import type { OpenSubscriber } from '../realtime/subscriber-registry'

/**
 * The main fixture: the whole system as `processes` wires it, with its own database, clock and folder. Users call
 * through HTTP and have subscribers that record their events; customers' messages arrive as from WhatsApp. The files of a
 * worker share one (`openTestApp`): the sandbox of a test is its company.
 */
export interface TestApp {
  readonly app: App
  readonly node: Node
  readonly dataKeys: DataKeys
  readonly database: TestDatabase
  readonly store: FileStore
  /** Lines of the log. */
  readonly log: string[]
  now(): Date
  pass(seconds: number): void
  /** Runs SQL as the database's owner, without row security. */
  rows<Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  table(name: string): TableRows
  company(options?: CompanyOptions): Promise<TestCompany>
  signIn(email: string): Promise<Person>
  /** Starts another process of the installation on the same database and files; needs `isShared`. */
  startBeside(options?: Pick<TestAppOptions, 'gateway'> & { roles?: readonly NodeRole[] }): Promise<AppBeside>
  /** Resolves when all processes have delivered the events of all. */
  settled(): Promise<void>
  /** Ends the app, or this file's use of the shared one. */
  close(): Promise<void>
}

/** Another process of a test app's installation. */
export interface AppBeside {
  readonly app: App
  readonly node: Node
  /** Signs in there, with a page that is a subscriber of that process. */
  signIn(email: string): Promise<Person>
  /** Opens a page of a signed-in person there, in the same session. */
  opens(person: Person): Promise<Person>
  /** Cuts its claim on the database, and stops answering the other processes, as its death does. */
  kill(): Promise<void>
  /** Stops it in order. */
  stop(): Promise<void>
}

export interface CompanyOptions {
  readonly name?: string
  readonly plan?: Partial<NewPlanWithLimits>
  readonly dueDate?: string
  readonly isSuper?: boolean
}

export interface TestCompany {
  readonly id: CompanyId
  readonly admin: Person
  queue(name: string): Promise<QueueId>
  person(name: string, options?: PersonOptions): Promise<Person>
  /** A connection with these queues; its session is not started. */
  connection(name: string, queueIds?: readonly QueueId[], provider?: WhatsappProvider): Promise<ConnectionId>
  /** Delivers a customer's message. Returns its ticket. */
  hears(words: Words): Promise<TicketId>
  /** Delivers anything else from WhatsApp. */
  tells(connectionId: ConnectionId, inbound: InboundUpdate): Promise<void>
}

export interface PersonOptions {
  readonly profile?: Profile
  readonly queueIds?: readonly QueueId[]
  readonly allTicket?: boolean
}

export interface Words {
  readonly over: ConnectionId
  /** Digits of the customer's phone. */
  readonly from: string
  readonly text?: string
  readonly content?: InboundContent
  readonly name?: string
  readonly id?: string
  readonly fromMe?: boolean
  readonly group?: string
  readonly quotedId?: string
}

export interface Views {
  readonly statuses?: readonly TicketStatus[]
  readonly notification?: boolean
  readonly chatBoxes?: readonly TicketId[]
}

/** A signed-in user, with a page that is a subscriber. */
export interface Person {
  readonly id: UserId
  readonly email: string
  readonly token: string
  readonly cookie: string
  readonly user: SessionUser
  /** Calls an endpoint of the contract and returns any answer. */
  call<E extends Endpoint>(endpoint: E, input?: EndpointCallInput<E>): Promise<Answer<EndpointCallAnswer<E>>>
  /** Calls an endpoint and expects a 200. */
  does<E extends Endpoint>(endpoint: E, input?: EndpointCallInput<E>): Promise<EndpointCallAnswer<E>>
  /** Sets the views of the page. */
  shows(views: Views): void
  /** The events of the subscriber since the last call, oldest first. */
  received(): Promise<readonly SocketMessage[]>
  readonly subscriber: OpenSubscriber
}

export interface Answer<Body> {
  readonly status: number
  readonly body: Body
  readonly error: string | undefined
}

const firstInstant = Date.parse('2026-11-20T12:00:00Z')

/** The version of WhatsApp Web that the driver ships with, in tests. */
export const shippedInTests = [2, 3000, 1_043_857_760] as const
const noSite = ({ now }: Clock) =>
  createWebVersionCache({ read: async () => 'unreachable', shipped: shippedInTests, now })

export const publicUrlOfMails = 'https://inbox.example.com'
export const goodPassword = 'uma senha boa'
/** The default outside world of test apps: unreachable. */
const goesNowhere = () => Promise.reject(new EgressFailure('unreachable', 'no network in tests'))
const unreachable = { get: goesNowhere, post: goesNowhere, mayReach: () => true }
/** As cheap as possible, because users sign in thousands of times; a hash contains its own cost. */
const passwordHash = hash(goodPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

export interface TestAppOptions {
  readonly gateway?: WhatsappGateway
  /** The official API; absent: Meta is unreachable. */
  readonly officialApi?: OfficialApi
  readonly templatesApi?: TemplatesApi
  /** The known version of WhatsApp's site; absent: the site is unreachable. */
  readonly webVersions?: WebVersionLookUp
  readonly voiceNotes?: VoiceNoteConverter
  /** The provider of Pix; absent: a simulated bank. */
  readonly payments?: PixProvider | null
  /** Reachable assistants and bots. */
  readonly outside?: Partial<Pick<AppDependencies, 'bots' | 'assistant' | 'speech' | 'webhooks'>>
  /** Sends the mails; absent: the installation sends none. */
  readonly mailer?: Mailer
  /** Opens the file store, for tests of full disks and of stored files. */
  readonly openStore?: (folder: string) => Promise<FileStore>
  /** Other processes may start beside this one. */
  readonly isShared?: boolean
  /** With `isShared`, what this process does; absent: everything. */
  readonly roles?: readonly NodeRole[]
  /** What the app and those beside it report to. */
  readonly metrics?: Metrics
  /** With `isShared`, a Redis as the bus; absent: PostgreSQL's. */
  readonly redisUrl?: string
  /** The accounts of other cells; absent: there are none. */
  readonly cells?: CellDirectory
  /** A database and its secrets, for tests of several cells; absent: a new one. `close` drops it. */
  readonly cell?: { readonly database: TestDatabase; readonly secrets: Secrets }
  /** The real clock, for tests that run sessions and sweeps; absent: time changes only by `pass`. */
  readonly clock?: Clock
}

/** No server listens on the discard port. */
const { officialApi: noOfficialApi, templatesApi: noTemplatesApi } = openWhatsappProviders({
  linkedDevice: { log: createLog({ level: 'silent' }) },
  graph: { url: 'http://127.0.0.1:9', version: 'v26.0', mediaHost: '127.0.0.1:9' },
  clock: systemClock,
  log: createLog({ level: 'silent' }),
})

/** The app of this worker, which ends with its process; the run removes its database and folder. */
let shared: Promise<TestApp> | undefined

/**
 * The worker's app, with the clock at its start and an empty log. Rows of the companies of earlier files are still there:
 * assertions name their company. A file about all companies (plans, sweeps, timers, runners, statement counts) opens
 * its own.
 */
export async function openTestApp(): Promise<TestApp> {
  shared ??= openOwnTestApp()
  const testApp = await shared
  testApp.pass((firstInstant - testApp.now().getTime()) / 1000)
  testApp.log.splice(0)
  const people: Person[] = []
  const use: TestApp = {
    ...testApp,
    company: (options = {}) => companyIn(use, options),
    async signIn(email) {
      const person = await testApp.signIn(email)
      people.push(person)
      return person
    },
    async close() {
      await testApp.settled()
      for (const { subscriber } of people) subscriber.close()
    },
  }
  return use
}

export async function openOwnTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.cell?.database ?? (await createTestDatabase())
  const folder = await mkdtemp(join(inject('databaseServer').folder, 'test-app-'))
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  let at = firstInstant
  const clock = options.clock ?? { now: () => new Date(at), after: () => () => undefined }
  const log: string[] = []
  const testAppLog = createLog({ level: 'debug', isReadable: false, write: (line) => log.push(line) })
  const secrets = options.cell?.secrets ?? loadSecrets(folder, {})
  const openStore =
    options.openStore ??
    ((files: string) =>
      openDiskFileStore({ folder: files, quotaBytesOf: createStorageQuotaReader(() => app.workplace) }))
  const store = await openStore(join(folder, 'files'))
  const stops: (() => Promise<void>)[] = []
  const joinAs = async (kind: DatabaseClaimKind, roles: readonly NodeRole[]) => {
    const claim = await claimDatabase(database.ownerUrl, 'The database is claimed', kind)
    const callKey = deriveProcessCallKey(secrets.tokenSigningKey)
    const linkServer = await openWhatsappLinkCallServer({ host: '127.0.0.1', port: 0 }, callKey, clock)
    const { address } = linkServer
    const node = await joinCluster(claim, {
      kind,
      roles,
      address,
      endOfDead: [endLeasesOfDeadNodes],
      ...(options.redisUrl !== undefined && { openBus: busOn(options.redisUrl, testAppLog) }),
      clock: systemClock,
      log: testAppLog,
    })
    const release = async () => {
      await node.leave()
      await linkServer.close()
      await claim.release()
    }
    return { node, linkServer, release, claim }
  }
  const parts = (
    { node, linkServer }: Pick<AppDependencies, 'node' | 'linkServer'>,
    gateway = options.gateway ?? baileysGateway({ log: testAppLog }),
  ): AppDependencies => ({
    addresses: { owner: database.ownerUrl, app: database.appUrl, platform: database.platformUrl },
    secrets,
    clock,
    log: testAppLog,
    store,
    outside: unreachable,
    gateway,
    officialApi: options.officialApi ?? noOfficialApi,
    templatesApi: options.templatesApi ?? noTemplatesApi,
    webVersion: { shipped: shippedInTests, lookUp: options.webVersions ?? noSite(clock) },
    bots: createOutsideBotClient(unreachable),
    assistant: openaiAssistant(unreachable, {
      baseUrl: 'https://assistant.example/v1',
      model: 'm',
      transcriptionModel: 't',
    }),
    speech: azureSpeechSynthesizer(unreachable),
    webhooks: unreachable,
    ...options.outside,
    payments: options.payments === undefined ? sandboxPix(secrets.linkSigningKey) : options.payments,
    voiceNotes:
      options.voiceNotes ?? createVoiceNoteConverter({ ...voiceThreadLimits, after: systemClock.after }),
    spreadsheets: createSpreadsheetReader({ ...sheetThreadLimits, after: systemClock.after }),
    node,
    linkServer,
    cells: options.cells ?? singleCellDirectory,
    metrics: options.metrics ?? null,
    backups: null,
    moves: { folder: join(folder, 'move-in'), disk: { folder, holdsDatabase: true, holdsFiles: true } },
    mail: options.mailer === undefined ? null : { mailer: options.mailer, publicUrl: publicUrlOfMails },
    publicUrl: undefined,
    allowedOrigins: [],
    trustedProxies: [],
    webFolder: null,
    checkAnswers: true,
  })
  const joined = options.isShared ? await joinAs('shared', options.roles ?? allRoles) : null
  const own = joined ?? { node: createSingleNode(1), linkServer: null }
  const app: App = await buildApp(parts(own))
  const living = new Map<Node, App>([[own.node, app]])
  const settled = () => settledTogether(living)
  const rows: TestApp['rows'] = async (sql, values = []) => (await owner.query(sql, [...values])).rows
  const testApp: TestApp = {
    app,
    node: own.node,
    dataKeys: secrets.dataKeys,
    database,
    store,
    log,
    now: () => clock.now(),
    pass: (seconds) => {
      at += seconds * 1000
    },
    rows,
    table: (name) => tableRows(owner, name),
    company: (companyOptions = {}) => companyIn(testApp, companyOptions),
    settled,
    signIn: (email) => signIn(app, email, settled),
    async startBeside({ gateway, roles = allRoles } = {}) {
      const { claim, release, ...joinedBeside } = await joinAs('shared', roles)
      const { node, linkServer } = joinedBeside
      const beside = await buildApp(parts(joinedBeside, gateway))
      const { rows: backends } = await claim.connection.query<{ pid: number }>(
        'select pg_backend_pid() as pid',
      )
      living.set(node, beside)
      const stop = once(() => {
        living.delete(node)
        return beside.stop().then(release)
      })
      stops.push(stop)
      return {
        app: beside,
        node,
        signIn: (email) => signIn(beside, email, settled),
        opens: (person) => openPage(beside, person, settled),
        async kill() {
          living.delete(node)
          await linkServer.close()
          await owner.query('select pg_terminate_backend($1)', [backends[0]?.pid])
        },
        stop,
      }
    },
    close: async () => {
      await Promise.all(stops.map((stop) => stop()))
      await app.stop()
      await joined?.release()
      await owner.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return testApp
}

const mark = packetKind<number>('test mark')
let marks = 0

/** Packets of one process arrive in their order: when its mark has come, so have its events. */
async function settledTogether(living: ReadonlyMap<Node, App>): Promise<void> {
  for (const app of living.values()) await app.delivery.settled()
  if (living.size === 1) return
  const ofThisTime = ++marks
  const heard = [...living.keys()].map(
    ({ bus }) =>
      new Promise<void>((resolve) => {
        let awaited = living.size - 1
        const stop = bus.listen(mark, (number) => {
          if (number !== ofThisTime || --awaited > 0) return
          stop()
          resolve()
        })
      }),
  )
  for (const { bus } of living.keys()) void bus.publish(mark, ofThisTime)
  await Promise.all(heard)
  for (const app of living.values()) await app.delivery.settled()
}

function busOn(url: string, log: Log) {
  return (nodeId: number) => openRedisBus(url, { installation: 'tests', nodeId, log })
}

function once<T>(does: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= does()
    return done
  }
}

/** The real clock, for test apps whose roles run. */
export const runningClock = systemClock

async function signIn(app: App, email: string, settled: () => Promise<void>): Promise<Person> {
  const login = await app.http.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email, password: goodPassword },
  })
  if (login.statusCode !== 200) throw new Error(`${email} could not sign in: ${login.body}`)
  const { token, user } = login.json<{ token: string; user: SessionUser }>()
  const cookie = login.cookies.find(({ name }) => name === 'jrt')?.value ?? ''
  return openPage(app, { email, token, cookie, user }, settled)
}

async function openPage(
  app: App,
  { email, token, cookie, user }: Pick<Person, 'email' | 'token' | 'cookie' | 'user'>,
  settled: () => Promise<void>,
): Promise<Person> {
  const actor = await app.gate.subscriberFor({ accessToken: token, refreshCookie: null })
  if (actor === null) throw new Error(`${email} has no subscriber`)

  const received: SocketMessage[] = []
  const subscriber: OpenSubscriber = {
    viewer: actor,
    sessionId: actor.sessionId,
    views: { statuses: new Set(), notification: false, chatBoxes: new Set() },
    spied: new Set(),
    emit: (emission) => received.push(emission),
    close: () => app.subscribers.remove(subscriber),
  }
  app.subscribers.add(subscriber)

  async function call<E extends Endpoint>(
    endpoint: E,
    input?: EndpointCallInput<E>,
  ): Promise<Answer<EndpointCallAnswer<E>>> {
    // Every part of an input is optional for some endpoint.
    const { params, query, body } = (input ?? {}) as { params?: unknown; query?: unknown; body?: object }
    const answer = await app.http.inject({
      method: endpoint.method,
      url: endpointCallUrl(endpoint, { params, query }),
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    const parsed = answer.json()
    return { status: answer.statusCode, body: parsed, error: parsed.error }
  }

  return {
    id: actor.userId,
    email,
    token,
    cookie,
    user,
    subscriber,
    call,
    async does(endpoint, input) {
      const { status, body } = await call(endpoint, input)
      if (status !== 200) throw new Error(`${endpoint.name} answered ${status} ${JSON.stringify(body)}`)
      return body
    },
    shows({ statuses = [], notification = false, chatBoxes = [] }) {
      subscriber.views.statuses.clear()
      subscriber.views.chatBoxes.clear()
      for (const status of statuses) subscriber.views.statuses.add(status)
      for (const id of chatBoxes) subscriber.views.chatBoxes.add(id)
      subscriber.views.notification = notification
    },
    async received() {
      await settled()
      return received.splice(0)
    },
  }
}

async function companyIn(
  testApp: TestApp,
  { name = `Empresa ${randomUUID()}`, plan = {}, dueDate = '2030-01-31', isSuper = false }: CompanyOptions,
): Promise<TestCompany> {
  const email = `admin-${randomUUID()}@example.com`
  const person = { name: 'Admin', email, passwordHash: await passwordHash }
  const { workplace } = testApp.app
  const { companyId } = await workplace.withPlatform('a company for a test', async (work) => {
    const size = { users: 50, connections: 5, queues: 50, value: 99.9, ...plan }
    const planId = await createPlanWithAllModules(work, { name: `Plano de ${name}`, ...size })
    return createCompanyWithUser(work, { name, planId, dueDate, isSuper, person })
  })
  const admin = await testApp.signIn(email)
  const system = { kind: 'system', name: 'test', companyId } as const
  const tells: TestCompany['tells'] = (connectionId, inbound) =>
    workplace.withCompany(system, async (work) => {
      await handleInbound(work, testApp.dataKeys, { connectionId, inbound })
    })
  let colour = 0x100000

  return {
    id: companyId,
    admin,
    async queue(queueName) {
      const answer = await testApp.app.http.inject({
        method: 'POST',
        url: '/queue',
        headers: { authorization: `Bearer ${admin.token}` },
        payload: { name: queueName, color: `#${(colour++).toString(16)}` },
      })
      return answer.json().id
    },
    async person(personName, { profile = 'user', queueIds = [], allTicket = false } = {}) {
      const personEmail = `${randomUUID()}@example.com`
      const form = {
        name: personName,
        email: personEmail,
        passwordHash: await passwordHash,
        profile,
        queueIds,
        defaultConnectionId: null,
        allTicket,
      }
      await workplace.withCompany(admin.subscriber.viewer, (work) => createUser(work, form))
      return testApp.signIn(personEmail)
    },
    async connection(name, queueIds = [], provider = 'beta') {
      const form = connectionForm.parse({ name, queueIds, provider, greetingMessage: 'Olá!' })
      return (await workplace.withCompany(system, (work) => createConnection(work, form))).id
    },
    tells,
    async hears(words) {
      const inbound = inboundMessage(words, testApp.now())
      await tells(words.over, inbound)
      const [stored] = await testApp.rows<{ ticket_id: TicketId }>(
        'select ticket_id from messages where company_id = $1 and whatsapp_id = $2',
        [companyId, inbound.id],
      )
      if (stored === undefined) throw new Error('the message was not stored')
      return stored.ticket_id
    },
  }
}

function inboundMessage(words: Words, now: Date): Extract<InboundUpdate, { kind: 'message' }> {
  const person = { kind: 'person', phone: words.from, lid: null } as const
  return {
    kind: 'message',
    id: (words.id ?? randomUUID()) as WhatsappMessageId,
    chat: words.group === undefined ? person : { kind: 'group', group: words.group },
    author: words.group === undefined ? null : person,
    fromMe: words.fromMe ?? false,
    pushName: words.name ?? `Cliente ${words.from.slice(-4)}`,
    sentAt: now,
    content: words.content ?? { kind: 'text', text: words.text ?? 'Oi' },
    quotedId: (words.quotedId ?? null) as WhatsappMessageId | null,
  }
}
