import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { acceptSocket, type Latency } from './accept-socket'
import { openChance } from './chance'
import type { SimulatedContact } from './contact'
import { answerControl } from './control/api'
import { type Graph, openGraph } from './graph/graph'
import { answerGraph, isGraphPath } from './graph/http'
import { readQr } from './handlers/pairing'
import { type Happening, openHappenings } from './happenings'
import { type LinkingRules, usualRules } from './linking-rules'
import { isFromLoopback, listenOn, requireLoopback } from './loopback'
import { mediaCertificate } from './media/certificate'
import { startMediaHost } from './media/host'
import { openMediaStore } from './media/store'
import { makeAuthority } from './noise/authority'
import type { SimulatedPhone } from './phone'
import { playContact } from './play-contact'
import { makeGroup, type NewGroup, playGroup, type SimulatedGroup } from './play-group'
import { playPhone } from './play-phone'
import type { Service } from './service'
import { quietLibsignal } from './signal/quiet-libsignal'
import { keepWorld, loadWorld } from './state-file'
import { emptyStats, type SimulatorStats } from './stats'
import { openWayOut } from './way-out'
import { addAccount, addContact, emptyWorld } from './world'

export interface SimulatorOptions {
  /** 0 (default) picks a free port. With a fixed one, the media host uses the next if that is free. */
  port?: number
  /** Only a loopback address is accepted. */
  host?: string
  /** Milliseconds from server to product, drawn uniformly between the two (default 20 to 50); 0 for none. */
  latency?: Latency | 0
  /** Makes keys of the server, ids and randomness repeatable. */
  seed?: string
  /** Milliseconds since 1970; by default the machine's clock. */
  clock?: () => number
  /** Codes that a companion may show before they run out (default 6). */
  qrCodes?: number
  /** Deviations from `usualRules` while numbers are being linked. */
  linking?: Partial<LinkingRules>
  /** How long a companion may take to acknowledge a notification before it is sent again (default 10 s). */
  acknowledgeWithinMs?: number
  /** Send a history sync after the first login (default true). */
  history?: boolean
  /** Stores phones, devices, sessions, contacts, chats and the server's keys here between runs. */
  stateFile?: string
  /**
   * Writes the state file before anything is sent, so that after a `kill -9` the state includes every sent stanza.
   * Slower.
   */
  survivesKills?: boolean
  /** The link of the phones page's "Abrir o Balcão". */
  productUrl?: string
}

/** A product that waits to be linked. */
export interface WaitingCompanion {
  /** Changes with every connection of the companion. */
  readonly id: string
  /** The name that it claims, for example `Ubuntu`. */
  readonly browser: string
  readonly wants: 'qr' | 'code'
  /** The phone number of a requested pairing code. */
  readonly phone?: string
  /** The code on its screen, if it was held up with `holdUpQr`: the server itself never learns the secret in it. */
  readonly qr?: string
}

export interface Simulator {
  /** `ws://127.0.0.1:PORT/ws/chat` */
  readonly url: string
  /** `http://127.0.0.1:PORT/`: phones page and control API. */
  readonly pageUrl: string
  /** Give it to `WA_CERT_DETAILS.PUBLIC_KEY` of the process that connects. */
  readonly noiseRootPublicKey: Buffer
  /** PEM of the media host's certificate, for clients that upload and download. */
  readonly mediaCertificate: string
  /** `localhost:PORT`: where media and profile pictures are served, over https. */
  readonly mediaHost: string
  readonly stats: SimulatorStats
  /** Meta's Cloud API, with accounts, numbers and customers of its own. */
  readonly graph: Graph
  /** The last part of the version of WhatsApp Web that `GET /sw.js` names; 1046000000 by default. */
  webRevision: number
  /** Adds a phone; an existing one is returned unchanged. */
  createPhone(phone: { phone: string; name: string; lid?: string }): SimulatedPhone
  /** Adds a contact; an existing one is returned unchanged. */
  createContact(contact: { phone: string; name: string; lid?: string; picture?: Buffer }): SimulatedContact
  /** Adds a group; an existing one is returned unchanged. `members` are phones of contacts and shops. */
  createGroup(group: NewGroup): SimulatedGroup
  phone(phone: string): SimulatedPhone
  contact(phone: string): SimulatedContact
  phones(): SimulatedPhone[]
  contacts(): SimulatedContact[]
  groups(): SimulatedGroup[]
  waiting(): WaitingCompanion[]
  /** Passes the code on the product's screen to the simulator, so that the phones page can offer it for scanning. */
  holdUpQr(text: string): void
  /** Expires the codes of all waiting companions and closes their sockets, as after a time without a scan. */
  expireQrs(): void
  /** Waits until the predicate returns a truthy value; it runs again after each event. Rejects with the name. */
  until<T>(name: string, predicate: () => T | false | undefined | null, timeoutMs?: number): Promise<T>
  /** Listens to all events, stanzas on the wire included. Returns the function that stops listening. */
  listen(listener: (happening: Happening) => void): () => void
  readonly linkingRules: Readonly<LinkingRules>
  /** Changes the rules for linking; omitted ones stay. */
  setLinkingRules(rules: Partial<LinkingRules>): void
  /** Restarts: deletes conversations, linked devices and faults. Phones, contacts and groups stay. */
  startOver(): void
  /** Writes the state file now. */
  save(): void
  /** Ends everything, closing connections, and writes the state file. */
  close(): Promise<void>
}

const DEFAULT_LATENCY: Latency = { from: 20, to: 50 }
const NO_LATENCY: Latency = { from: 0, to: 0 }

/** Starts WhatsApp on this machine: WebSocket, media host, control API and phones page. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  requireLoopback(options.host ?? '127.0.0.1')
  const service = await openService(options)
  const server = createServer()
  try {
    await listenOn(server, options.port ?? 0)
  } catch (cause) {
    await service.media.close()
    throw cause
  }
  const speak = quietLibsignal()
  const keeper = options.stateFile ? keepWorld(options.stateFile, service.world) : undefined
  if (keeper) service.happenings.listen(() => keeper.changed())
  if (keeper && options.survivesKills) service.wayOut.keepBeforeLeaving(keeper.write)

  const sockets = new WebSocketServer({
    server,
    path: '/ws/chat',
    verifyClient: ({ req }: { req: IncomingMessage }) => isFromLoopback(req),
  })
  const latency = options.latency === 0 ? NO_LATENCY : (options.latency ?? DEFAULT_LATENCY)
  sockets.on('connection', (socket) => acceptSocket(service, socket, latency))
  // `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo
  const graph = openGraph(service, `http://127.0.0.1:${port}`)

  const close = async () => {
    graph.close()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await service.media.close()
    keeper?.close()
    speak()
  }
  const simulator: Simulator = {
    url: `ws://127.0.0.1:${port}/ws/chat`,
    pageUrl: `http://127.0.0.1:${port}/`,
    noiseRootPublicKey: service.authority.rootPublicKey,
    mediaCertificate,
    mediaHost: service.media.hostname,
    stats: service.stats,
    graph: graph.graph,
    webRevision: 1_046_000_000,
    ...people(service),
    ...companions(service),
    get linkingRules() {
      return { ...service.linkingRules }
    },
    setLinkingRules(rules) {
      Object.assign(service.linkingRules, rules)
      service.happenings.tell({ kind: 'companions' })
    },
    startOver() {
      startOver(service)
      graph.startOver()
    },
    until: service.happenings.until,
    listen: service.happenings.listen,
    save: () => keeper?.write(),
    close,
  }
  const settings = { pictures: service.pictures, productUrl: options.productUrl }
  server.on('request', (request, response) => {
    if (isGraphPath(request.url)) void answerGraph(graph.service, request, response)
    else void answerControl(simulator, settings, request, response)
  })
  return simulator
}

async function openService(options: SimulatorOptions): Promise<Service> {
  const kept = options.stateFile ? loadWorld(options.stateFile) : undefined
  const world = kept ?? emptyWorld(options.seed ?? randomBytes(16).toString('hex'))
  const now = options.clock ?? Date.now
  // A stored world has drawn before: the same seed would repeat its ids.
  const chance = openChance(kept ? undefined : options.seed)
  const stats = emptyStats()
  const store = openMediaStore(options.stateFile && `${options.stateFile}.media`)
  const notices = {
    uploaded: () => void stats.uploads++,
    downloaded: () => void stats.downloads++,
    refused: (cause: string) => void stats.errors.push(cause),
  }
  return {
    world,
    authority: makeAuthority(world.seed, now()),
    media: await startMediaHost(
      options.port ? options.port + 1 : 0,
      store,
      chance,
      notices,
      (phone) => world.contacts[phone]?.picture,
    ),
    pictures: store,
    happenings: openHappenings(),
    chance,
    stats,
    connections: new Set(),
    wayOut: openWayOut(),
    troubles: new Map(),
    typing: new Set(),
    ringing: new Map(),
    turns: new Map(),
    qrCodes: options.qrCodes ?? 6,
    phonesHaveMedia: true,
    sendsHistory: options.history ?? true,
    linkingRules: { ...usualRules, ...options.linking },
    acknowledgeWithinMs: options.acknowledgeWithinMs ?? 10_000,
    now,
  }
}

function people(service: Service) {
  const { world, chance, happenings } = service
  const createPhone: Simulator['createPhone'] = (wanted) => {
    const account = world.accounts[wanted.phone] ?? addAccount(world, chance, wanted)
    happenings.tell({ kind: 'phone', phone: account.phone })
    return playPhone(service, account)
  }
  const createContact: Simulator['createContact'] = (wanted) => {
    const contact = world.contacts[wanted.phone] ?? addContact(world, chance, wanted)
    happenings.tell({ kind: 'contacts' })
    return playContact(service, contact)
  }
  const createGroup: Simulator['createGroup'] = (wanted) => {
    const group = makeGroup(service, wanted)
    happenings.tell({ kind: 'contacts' })
    return playGroup(service, group)
  }
  const groups = () => Object.values(world.groups).map((group) => playGroup(service, group))
  const phones = () => Object.values(world.accounts).map((account) => playPhone(service, account))
  const contacts = () => Object.values(world.contacts).map((contact) => playContact(service, contact))
  const phone = (number: string) => playPhone(service, named(world.accounts, number))
  const contact = (number: string) => playContact(service, named(world.contacts, number))
  return { createPhone, createContact, createGroup, phones, contacts, groups, phone, contact }
}

function startOver(service: Service): void {
  const { world, troubles, typing, happenings } = service
  for (const account of Object.values(world.accounts)) {
    playPhone(service, account).unlink()
    account.ownCopies = []
  }
  for (const contact of Object.values(world.contacts))
    Object.assign(contact, { chats: {}, senderKeys: {}, silent: false })
  troubles.clear()
  typing.clear()
  service.phonesHaveMedia = true
  Object.assign(service.linkingRules, usualRules)
  happenings.tell({ kind: 'contacts' })
}

function companions(service: Service) {
  const waiting = (): WaitingCompanion[] =>
    [...service.connections].flatMap(({ id, pairing }) => {
      if (!pairing || pairing.offer || pairing.refs.size === 0) return []
      const { browser, linkCode, heldUpQr } = pairing
      const wants: WaitingCompanion['wants'] = linkCode ? 'code' : 'qr'
      return [
        { id, browser, wants, ...(linkCode && { phone: linkCode.phone }), ...(heldUpQr && { qr: heldUpQr }) },
      ]
    })
  const holdUpQr = (text: string) => {
    readQr(service, text).pairing.heldUpQr = text
    service.happenings.tell({ kind: 'companions' })
  }
  const expireQrs = () => {
    for (const { pairing, noise } of service.connections) {
      if (!pairing || pairing.offer) continue
      pairing.refs.clear()
      noise.close()
    }
  }
  return { waiting, holdUpQr, expireQrs }
}

function named<T>(people: Record<string, T>, phone: string): T {
  const person = people[phone]
  if (!person) throw new Error(`no person has the number ${phone}`)
  return person
}
