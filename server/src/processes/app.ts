import type { AddressInfo } from 'node:net'
import { health } from '@balcao/contract/health'
import type { PersonActor } from '@balcao/domain/people'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { FastifyInstance } from 'fastify'
import { announcementsFeature } from '../features/announcements/announcements.feature'
import { auditFeature } from '../features/audit/audit.feature'
import { authFeature } from '../features/auth/auth.feature'
import { createGate, type SessionGate } from '../features/auth/gate'
import { passwordProver } from '../features/auth/prove-password'
import { billingFeature } from '../features/billing/billing.feature'
import { botsFeature } from '../features/bots/bots.feature'
import { campaignsFeature } from '../features/campaigns/campaigns.feature'
import { chatsFeature } from '../features/chats/chats.feature'
import { companiesFeature } from '../features/companies/companies.feature'
import { connectionsFeature } from '../features/connections/connections.feature'
import type { LiveLinks } from '../features/connections/live-links.port'
import { contactImportsFeature } from '../features/contact-imports/contact-imports.feature'
import { contactListsFeature } from '../features/contact-lists/contact-lists.feature'
import { contactsFeature } from '../features/contacts/contacts.feature'
import type { WhatsappDirectory } from '../features/contacts/whatsapp-directory'
import { dashboardFeature } from '../features/dashboard/dashboard.feature'
import { externalApiFeature } from '../features/external-api/external-api.feature'
import { createTokenGate } from '../features/external-api/token-gate'
import { fileListsFeature } from '../features/file-lists/file-lists.feature'
import { helpsFeature } from '../features/helps/helps.feature'
import { holidaysFeature } from '../features/holidays/holidays.feature'
import { integrationsFeature } from '../features/integrations/integrations.feature'
import { messagesFeature } from '../features/messages/messages.feature'
import { notesFeature } from '../features/notes/notes.feature'
import { onboardingFeature } from '../features/onboarding/onboarding.feature'
import { personalDataFeature } from '../features/personal-data/personal-data.feature'
import { plansFeature } from '../features/plans/plans.feature'
import {
  type PlatformSettingsParts,
  platformSettingsFeature,
} from '../features/platform-settings/platform-settings.feature'
import { promptsFeature } from '../features/prompts/prompts.feature'
import { queuesFeature } from '../features/queues/queues.feature'
import { quickMessagesFeature } from '../features/quick-messages/quick-messages.feature'
import { receptionFeature } from '../features/reception/reception.feature'
import { schedulesFeature } from '../features/schedules/schedules.feature'
import { settingsFeature } from '../features/settings/settings.feature'
import { signupFeature } from '../features/signup/signup.feature'
import { storageFeature } from '../features/storage/storage.feature'
import { supportFeature } from '../features/support/support.feature'
import { tagsFeature } from '../features/tags/tags.feature'
import { ticketsFeature } from '../features/tickets/tickets.feature'
import { noteSeen } from '../features/users/note-seen'
import { tellUsersChanged } from '../features/users/tell-users-changed'
import { usersFeature } from '../features/users/users.feature'
import { webhooksFeature } from '../features/webhooks/webhooks.feature'
import type { Assistant } from '../outside/assistant/port'
import type { Bots } from '../outside/bots/port'
import type { PixProvider } from '../outside/pix/port'
import type { Speech } from '../outside/speech/port'
import type { Spreadsheets } from '../outside/spreadsheets/port'
import type { VoiceNotes } from '../outside/voice/port'
import type { Clock } from '../platform/clock'
import { healthProbe } from '../platform/database/health-probe'
import { openPools } from '../platform/database/pools'
import type { EgressClient } from '../platform/egress/egress-client'
import type { Feature } from '../platform/feature'
import { linkKeysOf } from '../platform/files/file-link'
import type { FileStore } from '../platform/files/file-store'
import { keepPicture } from '../platform/files/keep-picture'
import { publicFilesRoute } from '../platform/files/public-files-route'
import { uploadReader } from '../platform/files/read-upload'
import { signedMediaLinks } from '../platform/files/signed-media-links'
import { createHttpServer } from '../platform/http/http-server'
import { publicRoute } from '../platform/http/route'
import { serveWebPages } from '../platform/http/web-pages'
import { runJobs } from '../platform/jobs'
import type { Log } from '../platform/log'
import { refuse } from '../platform/refusal'
import type { Secrets } from '../platform/secrets'
import { createSignals } from '../platform/signals'
import { createWorkplace, type Workplace } from '../platform/work'
import { poolSizes } from '../platform/worker-pools'
import { coalesceByKey } from '../realtime/coalesce-by-key'
import { createDelivery, type Delivery } from '../realtime/delivery'
import { watchPresence } from '../realtime/presence'
import { closeSockets, emitTogether, openSockets } from '../realtime/socket-server'
import { createSubscriberRegistry, type SubscriberRegistry } from '../realtime/subscriber-registry'
import { startCampaigns } from './campaigns/run-campaigns'
import { type Conversations, startConversations } from './conversations/start-conversations'
import { orderedHooks } from './hook-order'
import { startHousekeeping } from './housekeeping/start-housekeeping'
import { startPayments } from './payments/start-payments'
import { startReceiving } from './receiving/start-receiving'
import { startSchedules } from './schedules/send-due-schedules'
import { type Sessions, startSessions } from './sessions/start-sessions'
import { startTimers } from './timers/carry-out-timers'
import { whatsappDirectory } from './whatsapp-directory'

/** The dependencies of the app. Tests pass their own clock, database and gateway. */
export interface AppParts {
  readonly addresses: { readonly owner: string; readonly app: string; readonly platform: string }
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly store: FileStore
  readonly outside: Pick<EgressClient, 'get'>
  readonly gateway: WhatsappGateway
  readonly webVersion: PlatformSettingsParts['webVersion']
  readonly voiceNotes: VoiceNotes
  readonly spreadsheets: Spreadsheets
  /** The provider of the platform's Pix; null: no payments. */
  readonly payments: PixProvider | null
  readonly bots: Bots
  readonly assistant: Assistant
  readonly speech: Speech
  /** The client for addresses that companies enter: it calls webhooks, and only checks those of integrations. */
  readonly webhooks: Pick<EgressClient, 'post' | 'mayReach'>
  /** Identifies this process in leases; never reused. */
  readonly holder: string
  /** No other process uses this database, so leases of dead processes can be taken before they expire. */
  readonly isAlone: boolean
  readonly publicUrl: string | undefined
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  /** Searches per minute of one user; absent: the contract's limit. */
  readonly searchesPerMinute?: number | undefined
  /** The built web application; null: serves only the API. */
  readonly webFolder: string | null
  readonly checkAnswers: boolean
}

export interface App {
  readonly workplace: Workplace
  readonly http: FastifyInstance
  readonly features: readonly Feature[]
  readonly links: LiveLinks
  readonly delivery: Delivery
  readonly conversations: Conversations
  readonly subscribers: SubscriberRegistry
  readonly gate: SessionGate
  /** Starts the background roles: sessions, worker, sweeps. */
  startRoles(): Promise<void>
  /** Returns the port. */
  listen(address: { port: number; host: string }): Promise<number>
  /**
   * The database is lost. Ends every connection to it and to WhatsApp, so that no act commits and no message is sent
   * any more.
   */
  cutDatabase(): void
  /**
   * Stops everything in order: new calls, then the WhatsApp links, then the worker, then the database connections.
   */
  stop(): Promise<void>
}

const poolSize = 10
const sweepEveryMilliseconds = 5_000
/** The time for running requests, uploads included, when the product stops or the database is lost. */
const requestsMs = 10_000
const requestsWithoutDatabaseMs = 1_000

/** Wires the rooms together; the only place that imports all of them. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { clock, log, secrets, store, gateway } = parts
  const { dataKeys } = secrets
  const signals = createSignals()
  const subscribers = createSubscriberRegistry()
  const linkKeys = linkKeysOf(secrets.linkSigningKey)
  const mediaLinks = signedMediaLinks(linkKeys, clock, parts.publicUrl)
  const isOnline = subscribers.isOnline
  let sessions: Sessions | null = null
  // A proxy may forward another host name; pages under the public address are our own in any case.
  const allowedOrigins =
    parts.publicUrl === undefined ? parts.allowedOrigins : [...parts.allowedOrigins, parts.publicUrl]
  const links: LiveLinks = {
    link: (company, connection) => sessions?.links.link(company, connection) ?? null,
  }

  const directoryLater: WhatsappDirectory = {
    lookUp: (...asked) => directory.lookUp(...asked),
    pictureOf: (...asked) => directory.pictureOf(...asked),
    subjectOf: (...asked) => directory.subjectOf(...asked),
  }

  const pools = openPools({
    app: parts.addresses.app,
    platform: parts.addresses.platform,
    size: poolSize,
    onError: (err) => log.warn({ err }, 'a database connection was lost'),
  })
  const databaseAnswers = healthProbe(pools.probe)
  const features: Feature[] = [
    {
      name: 'health',
      routes: [
        publicRoute(health, async () => {
          if (await databaseAnswers()) return { status: 'ok' as const }
          throw refuse('ERR_DATABASE_UNAVAILABLE')
        }),
      ],
    },
    authFeature({ tokenKey: secrets.tokenSigningKey, isOnline, dataKeys, workplace: () => workplace }),
    auditFeature,
    onboardingFeature,
    companiesFeature,
    signupFeature,
    supportFeature({ tokenKey: secrets.tokenSigningKey, isOnline, workplace: () => workplace }),
    billingFeature({ provider: parts.payments, log }),
    plansFeature,
    platformSettingsFeature({ webVersion: parts.webVersion }),
    helpsFeature,
    announcementsFeature({ links: mediaLinks, store }),
    storageFeature(store),
    usersFeature({
      isOnline,
      provePassword: passwordProver({ workplace: () => workplace, tokenKey: secrets.tokenSigningKey }),
    }),
    queuesFeature,
    holidaysFeature,
    settingsFeature({ dataKeys }),
    tagsFeature({ links: mediaLinks }),
    connectionsFeature({ dataKeys, links }),
    contactsFeature({
      links: mediaLinks,
      directory: directoryLater,
      keepPicture: (companyId, address) => keepPicture(parts.outside, store, companyId, address),
    }),
    personalDataFeature({ links: mediaLinks, store }),
    contactImportsFeature({ store, spreadsheets: parts.spreadsheets }),
    contactListsFeature({ store, spreadsheets: parts.spreadsheets, directory: directoryLater }),
    ticketsFeature({ links: mediaLinks }),
    messagesFeature({
      links: mediaLinks,
      liveLinks: links,
      gateway,
      store,
      dataKeys,
      voiceNotes: parts.voiceNotes,
      log,
    }),
    notesFeature,
    dashboardFeature({ isOnline }),
    chatsFeature({ links: mediaLinks }),
    quickMessagesFeature({ links: mediaLinks }),
    promptsFeature({ dataKeys }),
    integrationsFeature({ dataKeys, bots: parts.bots, outside: parts.webhooks }),
    fileListsFeature({ links: mediaLinks }),
    schedulesFeature({ links: mediaLinks }),
    campaignsFeature({ links: mediaLinks }),
    externalApiFeature({ lookUp: (...asked) => directory.lookUp(...asked) }),
    webhooksFeature({ dataKeys, links: mediaLinks, outside: parts.webhooks, clock }),
    receptionFeature,
    botsFeature({
      dataKeys,
      links: mediaLinks,
      store,
      bots: parts.bots,
      assistant: parts.assistant,
      speech: parts.speech,
      log,
    }),
  ]
  const delivery = createDelivery({
    kinds: features.flatMap(({ events = [] }) => events),
    subscribers,
    emitTogether: (...told) => emitTogether(sockets, ...told),
    links: mediaLinks,
    viewerOf: (companyId, sessionId) => gate.viewerOf(companyId, sessionId),
    workplace: () => workplace,
    clock,
    log,
  })
  const workplace = createWorkplace({
    pools,
    clock,
    signals,
    livePost: delivery,
    hooks: orderedHooks(features),
    listeners: features.flatMap(({ listeners = [] }) => listeners),
  })
  const gate = createGate({ tokenKey: secrets.tokenSigningKey, clock, workplace, signals })
  const directory = whatsappDirectory(workplace, links)
  const conversations = startConversations({ workplace, subscribers, delivery, links, clock, log })

  const http = await createHttpServer({
    routes: features.flatMap(({ routes = [] }) => routes),
    gate,
    tokenGate: createTokenGate(workplace),
    workplace,
    readUpload: uploadReader(store),
    clock,
    log,
    allowedOrigins,
    trustedProxies: parts.trustedProxies,
    searchesPerMinute: parts.searchesPerMinute,
    secureCookies: parts.publicUrl?.startsWith('https:') ?? false,
    checkAnswers: parts.checkAnswers,
  })
  publicFilesRoute(http, { store, linkKeys, clock })
  if (parts.webFolder !== null) await serveWebPages(http, parts.webFolder, parts.publicUrl)
  const presenceActs = coalesceByKey((err) =>
    log.warn({ err }, 'a presence could not be stored or published'),
  )
  const sockets = openSockets(http.server, {
    log,
    subscribers,
    addSubscriber: gate.subscriberFor,
    viewerOf: gate.viewerOf,
    clock,
    followPage: conversations.followPage,
    onTyping: conversations.personTypes,
    onPresence: watchPresence({ clock, isOnline, announce: announcePresence }),
    allowedOrigins,
    onSeen: (actor) =>
      void presenceActs.run(`seen ${actor.userId}`, () =>
        workplace.withCompany(actor, (work) => noteSeen(work, actor.userId)),
      ),
  })

  function announcePresence({ companyId, userId }: PersonActor): void {
    void presenceActs.run(`online ${userId}`, () =>
      workplace.withCompany({ kind: 'system', name: 'presence', companyId }, (work) =>
        tellUsersChanged(work, [userId], isOnline),
      ),
    )
  }

  const stops: (() => Promise<void>)[] = []
  const cuts = [pools.cut]
  let isCut = false
  return {
    workplace,
    http,
    features,
    links,
    delivery,
    conversations,
    subscribers,
    gate,
    async startRoles() {
      const role = { workplace, gateway, signals, clock, log, dataKeys }
      const receiving = startReceiving(role)
      const presence = { typed: conversations.contactTypes, connected: conversations.numberConnected }
      const running = startSessions({
        ...role,
        holder: parts.holder,
        isAlone: parts.isAlone,
        store,
        presence,
      })
      sessions = running
      cuts.push(running.lose)
      const jobs = await runJobs(
        parts.addresses.owner,
        features.flatMap(({ jobs = [] }) => jobs),
        { workplace, log, workerPools: poolSizes, isAlone: parts.isAlone },
      ).catch((error: unknown) => {
        stops.push(running.stop, receiving.stop) // these were started, even if later steps failed
        throw error
      })
      cuts.push(jobs.cut)
      const stopSweeping = sweepRegularly(clock, () => delivery.sweep(), log)
      const housekeeping = startHousekeeping({ workplace, store, clock, log })
      const schedules = startSchedules({ workplace, store, clock, log })
      const campaigns = startCampaigns({ workplace, store, clock, log })
      const timers = startTimers({ workplace, clock, log })
      const payments = startPayments({
        workplace,
        provider: parts.payments,
        publicUrl: parts.publicUrl,
        clock,
        log,
      })
      stops.push(
        async () => stopSweeping(),
        schedules.stop,
        campaigns.stop,
        timers.stop,
        payments.stop,
        housekeeping.stop,
        running.stop,
        receiving.stop,
        jobs.stop,
      )
    },
    async listen({ port, host }) {
      await http.listen({ port, host })
      return (http.server.address() as AddressInfo).port // the server listens on a port, whose address is an object
    },
    cutDatabase() {
      isCut = true
      for (const cut of cuts) cut()
    },
    async stop() {
      conversations.stop()
      presenceActs.stop()
      // Otherwise a client with repeated requests on one connection would keep the server from closing.
      http.server.prependListener('request', (_, reply) => reply.setHeader('connection', 'close'))
      const callOff = clock.after(isCut ? requestsWithoutDatabaseMs : requestsMs, () =>
        http.server.closeAllConnections(),
      )
      await closeSockets(sockets, clock)
      await http.close()
      callOff()
      for (const stop of stops) await stop()
      await presenceActs.settled()
      await conversations.settled()
      await delivery.settled()
      await pools.close()
    },
  }
}

/** Repeats a sweep until stopped; one ends before the next begins. */
function sweepRegularly(clock: Clock, sweep: () => Promise<void>, log: Log): () => void {
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(sweepEveryMilliseconds, async () => {
      await sweep().catch((err) => log.warn({ err }, 'the sweep of live events failed'))
      next()
    })
  }
  next()
  return () => cancel()
}
