import type { AddressInfo } from 'node:net'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import type { FastifyInstance } from 'fastify'
import type { Server } from 'socket.io'
import type { SessionAuthenticator } from '../features/auth/gate'
import type { LiveLinks } from '../features/connections/live-links.port'
import { createApiTokenAuthenticator } from '../features/external-api/token-gate'
import type { TemplatesApi } from '../features/message-templates/templates-api.port'
import type { OfficialApi } from '../features/official-numbers/official-api.port'
import type { PlatformSettingsDependencies } from '../features/platform-settings/platform-settings.feature'
import { recordUsersChanged } from '../features/users/record-users-changed'
import { recordLastSeen } from '../features/users/update-user'
import type { Assistant } from '../outside/assistant/port'
import type { OutsideBotClient } from '../outside/bots/port'
import type { InstallationMailService } from '../outside/mail/port'
import type { PixProvider } from '../outside/pix/port'
import type { SpeechSynthesizer } from '../outside/speech/port'
import type { SpreadsheetReader } from '../outside/spreadsheets/port'
import type { VoiceNoteConverter } from '../outside/voice/port'
import type { CellDirectory } from '../platform/cells/directory'
import type { Clock } from '../platform/clock'
import type { Node } from '../platform/cluster/node'
import { answerBusProbes, measureBusDelay } from '../platform/cluster/probe-bus'
import type { EgressClient } from '../platform/egress/egress-client'
import type { Feature } from '../platform/feature'
import type { FileStore } from '../platform/files/file-store'
import { addPublicFilesRoute } from '../platform/files/public-files-route'
import { createUploadReader } from '../platform/files/read-upload'
import type { HookHandler } from '../platform/hooks'
import { createHttpServer } from '../platform/http/http-server'
import { serveWebPages } from '../platform/http/web-pages'
import type { LiveEventListener } from '../platform/live/live-event-listener'
import type { Log } from '../platform/log'
import type { Metrics } from '../platform/metrics'
import type { Secrets } from '../platform/secrets'
import type { Workplace } from '../platform/work'
import { createKeyedTaskCoalescer } from '../realtime/coalesce-by-key'
import { createLiveEventDelivery, type LiveEventDelivery } from '../realtime/delivery'
import { watchPresence } from '../realtime/presence'
import {
  closeSocketServer,
  destroyAllSockets,
  emitToSockets,
  startSocketServer,
} from '../realtime/socket-server'
import type { SubscribedPerson, SubscriberRegistry } from '../realtime/subscriber-registry'
import type { BackupSchedule } from './backup/start-backups'
import { type ConversationPresence, startConversationPresence } from './conversations/start-conversations'
import { allFeatures } from './features'
import { sortHookHandlers } from './hook-order'
import { registerGauges } from './metrics/report-gauges'
import type { InstallationDisk } from './move-in/look'
import { type AppPorts, openAppPorts } from './ports'
import { BackgroundRoles } from './roles'
import type { WhatsappLinkCallServer } from './sessions/answer-links'

export interface AppDependencies {
  readonly addresses: { readonly owner: string; readonly app: string; readonly platform: string }
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly store: FileStore
  readonly outside: Pick<EgressClient, 'get'>
  readonly gateway: WhatsappGateway
  readonly officialApi: OfficialApi
  readonly templatesApi: TemplatesApi
  readonly webVersion: PlatformSettingsDependencies['webVersion']
  readonly voiceNotes: VoiceNoteConverter
  readonly spreadsheets: SpreadsheetReader
  /** Null: the platform takes no Pix payments. */
  readonly payments: PixProvider | null
  readonly bots: OutsideBotClient
  readonly assistant: Assistant
  readonly speech: SpeechSynthesizer
  /** Calls webhooks, and checks whether the addresses of integrations may be called. */
  readonly webhooks: Pick<EgressClient, 'post' | 'mayReach'>
  readonly node: Node
  readonly cells: CellDirectory
  /** Answers the calls of other processes to this one's WhatsApp links. Null: this is the only process. */
  readonly linkServer: Pick<WhatsappLinkCallServer, 'answer'> | null
  /** Null: nothing is measured. */
  readonly metrics: Metrics | null
  /** Null: the product makes no backups. */
  readonly backups: BackupSchedule | null
  /** The folder with files of companies that move in from other products, and our disk's free space for them. */
  readonly moves: { readonly folder: string; readonly disk: InstallationDisk }
  /** Null: the installation sends no mail. */
  readonly mail: InstallationMailService | null
  readonly publicUrl: string | undefined
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  /** How many searches one user may make per minute. Absent: the usual limit of the API (`packages/contract`). */
  readonly searchesPerMinute?: number | undefined
  /** The folder with the built web application. Null: this process serves only the API. */
  readonly webFolder: string | null
  readonly checkAnswers: boolean
}

export interface App {
  readonly workplace: Workplace
  readonly http: FastifyInstance
  readonly features: readonly Feature[]
  readonly links: LiveLinks
  readonly delivery: LiveEventDelivery
  readonly conversations: ConversationPresence
  readonly subscribers: SubscriberRegistry
  readonly gate: SessionAuthenticator
  startRoles(): Promise<void>
  listen(address: { port: number; host: string }): Promise<number>
  /** After the database is lost: ends its connections and those to WhatsApp, so that no message is sent or saved. */
  cutDatabase(): void
  /** Makes `GET /ready` answer 503: load balancers use other processes, which also take over the WhatsApp links. */
  announceStop(): void
  /**
   * Stops HTTP calls, WhatsApp links, the job worker and the database in this order. Before that, other
   * processes take over WhatsApp links if they can.
   */
  stop(): Promise<void>
}

/** When the product stops, running requests and uploads get this time to end. */
const requestsMs = 10_000
/** When the database is lost, running requests get only this time to answer: their transactions have failed. */
const requestsWithoutDatabaseMs = 200

export async function buildApp(parts: AppDependencies): Promise<App> {
  const { clock, log, node } = parts
  // The workplace opens transactions and runs hooks. It is created before the features, so `hooks` and
  // `listeners` are empty here and are filled once the features exist.
  const hooks: HookHandler[] = []
  const listeners: LiveEventListener[] = []
  const ports = openAppPorts(parts, {
    hooks,
    listeners,
    livePost: { deliver: (events) => delivery.deliver(events) },
    ownLink: (...connection) => roles.sessions?.ownLink(...connection) ?? null,
    senders: { place: (...conversation) => roles.sessions?.senders.place(...conversation) ?? null },
  })
  const { workplace, subscribers, pools, gate, links } = ports

  let isStopping = false
  const features = allFeatures(parts, ports, () => isStopping)
  hooks.push(...sortHookHandlers(features))
  listeners.push(...features.flatMap((feature) => feature.listeners ?? []))
  const delivery = createLiveEventDelivery({
    kinds: features.flatMap(({ events = [] }) => events),
    subscribers,
    emitTogether: (...args) => {
      if (sockets !== null) emitToSockets(sockets, ...args)
    },
    links: ports.mediaLinks,
    viewerOf: gate.viewerOf,
    workplace,
    bus: node.bus,
    clock,
    log,
    metrics: parts.metrics,
  })
  const conversations = startConversationPresence({
    workplace,
    subscribers,
    delivery,
    node,
    links,
    clock,
    log,
  })
  const roles = new BackgroundRoles({ ...parts, ...ports, features, delivery, conversations })
  const http = await serveHttp(parts, ports, features)
  parts.linkServer?.answer(parts.node.id, links.ownLink)
  const presenceActs = createKeyedTaskCoalescer((err) =>
    log.warn({ err }, 'a presence could not be stored or published'),
  )
  const sockets = parts.node.roles.includes('realtime')
    ? serveSockets(http, parts, ports, conversations, presenceActs)
    : null

  answerBusProbes(parts.node)
  const stopMeasuring = measure(parts, { roles, sockets, workplace })

  let isCut = false
  function announceStop(): void {
    if (isStopping) return
    isStopping = true
    // An open keep-alive connection would delay the server's end, so each answer asks the client to close it.
    http.server.prependListener('request', (_, reply) => reply.setHeader('connection', 'close'))
    if (!isCut) void roles.drain()
  }

  return {
    workplace,
    http,
    features,
    links,
    delivery,
    conversations,
    subscribers,
    gate,
    startRoles: () => roles.start(),
    async listen({ port, host }) {
      await http.listen({ port, host })
      return (http.server.address() as AddressInfo).port // the server listens on a port, whose address is an object
    },
    cutDatabase() {
      isCut = true
      pools.cut()
      roles.cut()
      if (sockets !== null) destroyAllSockets(sockets) // waiting for slow pages would delay the next start
    },
    announceStop,
    async stop() {
      stopMeasuring()
      announceStop()
      if (!isCut) await roles.handOver()
      conversations.stop()
      presenceActs.stop()
      const callOff = clock.after(isCut ? requestsWithoutDatabaseMs : requestsMs, () =>
        http.server.closeAllConnections(),
      )
      // Both branches close the HTTP server and wait for its running requests.
      if (sockets === null) await new Promise((resolve) => http.server.close(resolve))
      else await closeSocketServer(sockets, clock)
      await http.close()
      callOff()
      await roles.stop()
      await presenceActs.settled()
      await conversations.settled()
      await delivery.settled()
      await pools.close()
    },
  }
}

async function serveHttp(
  parts: AppDependencies,
  { workplace, gate, linkKeys }: AppPorts,
  features: readonly Feature[],
): Promise<FastifyInstance> {
  const { clock, log, store } = parts
  const isApi = parts.node.roles.includes('api')
  const served = features.filter(({ name }) => isApi || name === 'health')
  const http = await createHttpServer({
    routes: served.flatMap(({ routes = [] }) => routes),
    signedRoutes: served.flatMap(({ signedRoutes = [] }) => signedRoutes),
    gate,
    tokenGate: createApiTokenAuthenticator(workplace),
    workplace,
    readUpload: createUploadReader(store),
    clock,
    log,
    allowedOrigins: originsOf(parts),
    trustedProxies: parts.trustedProxies,
    searchesPerMinute: parts.searchesPerMinute,
    bus: parts.node.bus,
    secureCookies: parts.publicUrl?.startsWith('https:') ?? false,
    checkAnswers: parts.checkAnswers,
    metrics: parts.metrics,
  })
  if (!isApi) return http
  addPublicFilesRoute(http, { store, linkKeys, clock })
  if (parts.webFolder !== null) await serveWebPages(http, parts.webFolder, parts.publicUrl)
  return http
}

/** Registers the gauges, and measures the delay of the message bus until the returned function is called. */
function measure(
  { metrics, node, clock }: AppDependencies,
  measured: { roles: BackgroundRoles; sockets: Server | null; workplace: Workplace },
): () => void {
  if (metrics === null) return () => undefined
  registerGauges(metrics, { node, clock, ...measured })
  return measureBusDelay(node, clock, metrics)
}

/**
 * The origins of our own pages, which alone may send requests with cookies. The public address is always one of
 * them, because a proxy may forward another host name.
 */
function originsOf({ publicUrl, allowedOrigins }: AppDependencies): readonly string[] {
  return publicUrl === undefined ? allowedOrigins : [...allowedOrigins, publicUrl]
}

function serveSockets(
  http: FastifyInstance,
  parts: AppDependencies,
  { workplace, gate, subscribers }: AppPorts,
  conversations: ConversationPresence,
  presenceActs: ReturnType<typeof createKeyedTaskCoalescer>,
) {
  const { clock, log, node } = parts
  const announcePresence = ({ companyId, userId }: SubscribedPerson) =>
    void presenceActs.run(`online ${userId}`, () =>
      workplace.withCompany({ kind: 'system', name: 'presence', companyId }, (work) =>
        recordUsersChanged(work, [userId], subscribers.isOnline),
      ),
    )
  return startSocketServer(http.server, {
    log,
    subscribers,
    bus: parts.node.bus,
    addSubscriber: gate.subscriberFor,
    viewerOf: gate.viewerOf,
    clock,
    followPage: conversations.followPage,
    onTyping: conversations.personTypes,
    onPresence: watchPresence({ clock, node, subscribers, announce: announcePresence }),
    allowedOrigins: originsOf(parts),
    onSeen: (actor) =>
      void presenceActs.run(`seen ${actor.userId}`, () =>
        workplace.withCompany(actor, (work) => recordLastSeen(work, actor.userId)),
      ),
  })
}
