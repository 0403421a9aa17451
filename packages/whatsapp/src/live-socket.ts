import makeWASocket, { type SocketConfig, type WASocket } from 'baileys'
import { makeLibSignalRepository } from 'baileys/lib/Signal/libsignal.js'
import {
  type AcknowledgingDependencies,
  acknowledgeHandledEvent,
  repeatUnacknowledgedEventEffects,
} from './acknowledging'
import { type LinkCredentials, loadStoredAuth } from './auth-state'
import { boundedStanzaBacklog, type PausableSocket, type StanzaBacklog } from './backlog'
import { type CallTrackingDependencies, endStaleCalls, trackCall } from './calls'
import type { Clock } from './clock'
import { type FrameSender, sendFramesAfterCommit } from './committed-wire'
import { contactNamesOf } from './contact-names'
import { deviceCache } from './device-cache'
import { MediaGone, type TypingEvent, type WebVersionProvider } from './gateway'
import { importHistory } from './history'
import type { OwnAddresses } from './inbound-content'
import {
  storeGroupRename,
  storeNames,
  storePhoneLidMapping,
  storeReceipt,
  storeServerAck,
} from './inbound-storage'
import { journalledSignalRepository } from './journal'
import { replaceKeyTransactions } from './key-transactions'
import { type DeviceLinking, startDeviceLinking } from './linking/linking'
import { type StanzaRecord, stanzaRecorder } from './linking/record-stanzas'
import { type Log, redactingLogger } from './log'
import { reportTyping } from './presence'
import { loadSentMessage } from './sent-messages'
import { signalKeys } from './signal-keys'
import type { WhatsappEndpoint } from './simulator-trust'
import { type SocketEvent, socketCloseOfUpdate } from './socket-news'
import {
  dropUnusedBaileysEvents,
  type GroupMetadataCache,
  groupMetadataCache,
  isIdentityCheck,
  runBeforeStanzaHandlers,
} from './socket-parts'
import { isStatusOrChannelJid, stanzaSequencer } from './stanza-order'
import type { ConnectionKeyStore, KeyStoreSession } from './store-session'

/** Bounded caches that outlive a reconnect: they are created once per connection. */
export type ConnectionCaches = Pick<
  SocketConfig,
  'msgRetryCounterCache' | 'callOfferCache' | 'placeholderResendCache'
>

export interface SocketSettings {
  readonly name: string
  readonly log: Log
  readonly clock: Clock
  readonly endpoint: WhatsappEndpoint
  readonly store: ConnectionKeyStore
  readonly caches: ConnectionCaches
  readonly webVersions: WebVersionProvider | undefined
  /** Gets every redacted stanza of a socket during linking. */
  readonly recordLinking: ((line: StanzaRecord) => void) | undefined
  readonly codeLifetimeMs: number | undefined
  readonly bringHistory: boolean
  readonly onNews: (news: SocketEvent) => void
  readonly typing?: ((sign: TypingEvent) => void) | undefined
  readonly takesCalls?: (() => Promise<boolean>) | undefined
}

/** One socket to WhatsApp. A closed socket is never reopened; the supervisor opens a new one. */
export interface LiveSocket {
  readonly baileys: WASocket
  readonly session: KeyStoreSession
  readonly groups: GroupMetadataCache
  /** The linking in progress; null when the number is already linked. */
  readonly linking: DeviceLinking | null
  /** Closes the socket now: nothing more is sent, committed or reported. */
  cut(): void
  /** Resolves when pending saves of the credentials have succeeded or failed. */
  settled(): Promise<void>
}

/** Opens a socket, and reports all its events to `onNews`. Rejects only if the credentials cannot be read. */
export async function openSocket(settings: SocketSettings): Promise<LiveSocket> {
  let isCut = false
  let storageError: unknown
  const session = settings.store.begin((error) => {
    storageError = error
    cutWire(baileys)
  })
  await settings.store.idle()
  const auth = await loadStoredAuth(session, settings.store.lock)
  const version = (await settings.webVersions?.current()) ?? null
  const { creds } = auth.state
  const me = (): OwnAddresses => ({ id: creds.me?.id ?? '', lid: creds.me?.lid ?? '' })
  const backlog = boundedStanzaBacklog(
    { pause: () => wireOf(baileys)?.pause(), resume: () => wireOf(baileys)?.resume() },
    settings.clock,
  )
  const stanzas = stanzaSequencer(backlog)
  const groups = groupMetadataCache(settings.clock, (jid) => baileys.groupMetadata(jid))
  let callOffCalls = () => {}
  let isAnswered = false
  let isOpened = false
  const failed = (error?: unknown) => {
    const reason = error instanceof Error ? error.name : undefined
    settings.log.debug({ connection: settings.name, reason }, 'a stanza was not handled to its end')
  }
  const acknowledging = (): AcknowledgingDependencies => ({ baileys, auth, session, failed, ownEffect })
  // When WhatsApp no longer has a part of the history, the import skips this part instead of failing.
  const ownEffect = async (content: Uint8Array) => {
    const parts = { baileys, session, endpoint: settings.endpoint }
    await importHistory(parts, content, { namesOnly: !settings.bringHistory }).catch((error) => {
      if (!(error instanceof MediaGone)) throw error
    })
  }

  const baileys = makeWASocket({
    ...configuration(settings, session),
    ...(version && { version: [...version] as [number, number, number] }), // a copy, because Baileys' type is mutable
    cachedGroupMetadata: groups.get,
    auth: auth.state,
    makeSignalRepository({ creds }, logger, findLids) {
      const keys = signalKeys(session, settings.store.lock)
      const findLidsOutside: typeof findLids =
        findLids &&
        ((jids) => {
          // Inside a transaction, no query is sent: a query under the lock would block all other work, and the caller
          // has already queried the LIDs that it needs.
          if (keys.isInTransaction()) return Promise.resolve(undefined)
          // Without this race, a query on a closed socket would stay pending for a minute.
          return Promise.race([findLids(jids), session.ended.then(() => undefined)])
        })
      const repository = makeLibSignalRepository({ creds, keys }, logger, findLidsOutside)
      const needsAcknowledgement = (key: string) =>
        acknowledgeHandledEvent(acknowledging(), key).catch(failed)
      return journalledSignalRepository({
        repository,
        keys,
        store: session,
        stanzas,
        me,
        needsAcknowledgement,
      })
    },
  })

  const callParts: CallTrackingDependencies = {
    store: settings.store,
    session,
    clock: settings.clock,
    me,
    takesCalls: settings.takesCalls ?? (async () => true),
    reject: (callId, caller) => baileys.rejectCall(callId, caller),
    failed,
  }
  const wire = wireOf(baileys)
  if (wire === null) throw new Error('Baileys opened no wire')
  sendFramesAfterCommit(wire, session)
  dropUnusedBaileysEvents(baileys.ev)
  replaceKeyTransactions(baileys.authState.keys, auth.state.keys)
  const publish = (news: SocketEvent) => {
    if (!isCut) settings.onNews(news)
  }
  runBeforeStanzaHandlers(
    baileys.ws,
    {
      'CB:receipt': (receipt) => counted(backlog, () => storeReceipt(session, receipt, me())),
      'CB:call': (call) => trackCall(callParts, call),
      'CB:notification'(notification) {
        if (isIdentityCheck(notification)) publish({ kind: 'challenged' })
        groups.forget(notification.attrs.from ?? '')
        return counted(backlog, () => storeGroupRename(session, notification))
      },
      async 'CB:ack,class:message'(ack) {
        const tick = await storeServerAck(session, ack)
        if (tick !== null) publish({ kind: 'serverAck', refusedWith: tick.refusedWith })
      },
    },
    failed,
  )
  // Starts after `runBeforeStanzaHandlers`, which wraps all listeners that exist at that time. The three listeners that
  // the linking replaces must stay unwrapped.
  const linking =
    creds.account === undefined
      ? startDeviceLinking({
          baileys,
          creds,
          browser,
          clock: settings.clock,
          codeLifetimeMs: settings.codeLifetimeMs,
          save: auth.saveNow,
          news: publish,
          record: settings.recordLinking,
          claimed: version,
          failed,
        })
      : null
  baileys.ws.once('frame', () => {
    isAnswered = true
  })
  // The recording includes the first login after the linking.
  if (creds.isUnproven) stanzaRecorder(settings.recordLinking, version).listenTo(baileys.ws)
  baileys.ws.prependListener('CB:message', stanzas.arrived)
  baileys.ev.on('creds.update', auth.save)
  baileys.ev.on(
    'lid-mapping.update',
    ({ lid, pn }) => void storePhoneLidMapping(session, lid, pn).catch(failed),
  )
  for (const event of ['contacts.upsert', 'contacts.update'] as const) {
    baileys.ev.on(event, (contacts) => {
      const when = String(settings.clock.now())
      void storeNames(session, contactNamesOf(contacts), when).catch(failed)
    })
  }
  baileys.ev.on('connection.update', (update) => {
    const closed = socketCloseOfUpdate(update)
    if (closed !== null) {
      linking?.stop()
      const isBeforeLogin = isAnswered && !isOpened
      publish({
        kind: 'closed',
        ...closed,
        isBeforeLogin,
        claimed: version,
        link: linkOf(creds),
        storageError,
      })
    }
    if (update.connection !== 'open') return
    isOpened = true
    if (creds.isUnproven) {
      delete creds.isUnproven
      auth.save()
    }
    void repeatUnacknowledgedEventEffects(acknowledging()).catch(failed)
    callOffCalls = endStaleCalls(settings.store, session, settings.clock, failed)
    publish({ kind: 'opened' })
  })
  baileys.ev.on('presence.update', (update) => {
    if (settings.typing !== undefined) void reportTyping(baileys, update, settings.typing).catch(failed)
  })
  return {
    baileys,
    session,
    groups,
    linking,
    cut() {
      isCut = true
      linking?.stop()
      callOffCalls()
      session.end()
      cutWire(baileys)
    },
    settled: () => auth.saved().catch(() => {}),
  }
}

/** Counts a stanza without a ciphertext in the backlog until its event is committed. */
async function counted(backlog: StanzaBacklog, keep: () => Promise<void>): Promise<void> {
  const done = backlog.arrived(0)
  try {
    await keep()
  } finally {
    done()
  }
}

/** The name that the phone's list of linked devices shows. */
const browser: [string, string, string] = ['Balcão', 'Chrome', '1.0']

function configuration({ endpoint, ...settings }: SocketSettings, session: KeyStoreSession) {
  return {
    ...settings.caches,
    waWebSocketUrl: endpoint.url,
    // 0 is no timeout. With one, Baileys would capture three stack traces for each frame. The supervisor has its own.
    connectTimeoutMs: 0,
    logger: redactingLogger(settings.log, settings.name),
    browser,
    ...(endpoint.upload ? { fetchAgent: endpoint.upload } : {}),
    // Node's fetch accepts a dispatcher that the DOM's type of its options omits.
    options: (endpoint.download ? { dispatcher: endpoint.download } : {}) as RequestInit,
    syncFullHistory: settings.bringHistory,
    markOnlineOnConnect: false,
    emitOwnEvents: false,
    shouldIgnoreJid: isStatusOrChannelJid,
    userDevicesCache: deviceCache(session, settings.clock),
    getMessage: async ({ id }: { id?: string | null }) => (id ? loadSentMessage(session, id) : undefined),
  }
}

function linkOf(creds: LinkCredentials): 'none' | 'new' | 'proven' {
  if (creds.account === undefined) return 'none'
  return creds.isUnproven ? 'new' : 'proven'
}

/** Terminates the connection without the closing handshake, which a silent server would delay. */
function cutWire(baileys: WASocket): void {
  wireOf(baileys)?.terminate()
}

type RawSocket = PausableSocket & FrameSender & { terminate(): void }

/** Baileys' private WebSocket, since Baileys itself can neither terminate nor pause it. */
function wireOf(baileys: WASocket): RawSocket | null {
  return (baileys.ws as unknown as { socket: RawSocket | null }).socket
}
