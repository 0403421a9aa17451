import { on } from 'node:events'
import type { WaAuthCredentials } from 'zapo-js/auth'
import { WaClient, type WaClientEventMap, type WaClientOptions } from 'zapo-js/client'
import { SignalDigestSyncApi } from 'zapo-js/signal'
import { createStore, type WaStoreBackend } from 'zapo-js/store'
import type { Simulator } from '../simulator'
import { children } from '../wire/nodes'

type EventData<K extends keyof WaClientEventMap> = Parameters<WaClientEventMap[K]>[0]

/**
 * WhatsApp Web as zapo implements it, with its keys in memory. zapo shares no code with Baileys, libsignal or the
 * simulator, so it uncovers a misreading of the protocol that those three share.
 */
export interface ZapoCompanion {
  readonly client: WaClient
  /** The errors that zapo logged, oldest first. */
  readonly errors: string[]
  /** As zapo last saved them. A test may replace them while zapo is disconnected. */
  credentials: WaAuthCredentials | null
  /** The next event of that name that `accept` turns into a value. */
  next<K extends keyof WaClientEventMap, T>(
    event: K,
    accept: (data: EventData<K>) => T | undefined,
  ): Promise<T>
  /** The text of the next message that zapo decrypts. */
  nextText(): Promise<string>
  /** Asks the server for the digest of this device's keys and compares it with the keys in memory. */
  compareDigest(): ReturnType<SignalDigestSyncApi['validateLocalKeyBundle']>
}

/** Generous, because a busy machine takes seconds for the keys of a new device. */
const WAIT_MS = 30_000
const SESSION = 'zapo'
/** The issuer serial of WhatsApp's root in its certificate chain, and of the simulator's root in its own. */
const ROOT_SERIAL = 0

export function makeZapo(simulator: Simulator, options: Partial<WaClientOptions> = {}): ZapoCompanion {
  const errors: string[] = []
  const logger = { level: 'error', trace, debug: trace, info: trace, warn: trace, error } as const
  function trace() {}
  function error(message: string, context?: Readonly<Record<string, unknown>>) {
    errors.push(context?.message ? `${message}: ${context.message}` : message)
  }
  // zapo has stores in memory for all but its credentials. The type of a backend requires all stores.
  const auth = {
    load: async () => zapo.credentials,
    save: async (credentials: WaAuthCredentials) => {
      zapo.credentials = credentials
    },
    clear: async () => {
      zapo.credentials = null
    },
  }
  const own = { stores: { auth: () => auth }, caches: {} } as unknown as WaStoreBackend
  const store = createStore({ backends: { own }, providers: { auth: 'own' } })
  const client = new WaClient(
    {
      store,
      sessionId: SESSION,
      chatSocketUrls: [simulator.url],
      deviceBrowser: 'chrome',
      deviceOsDisplayName: 'Windows',
      // zapo's hook for fake servers replaces only the root: zapo still verifies the whole chain.
      testHooks: { noiseRootCa: { publicKey: simulator.noiseRootPublicKey, serial: ROOT_SERIAL } },
      ...options,
    },
    logger,
  )
  const connections: string[] = []
  client.on('connection', (event) => void connections.push(JSON.stringify(event)))
  const next: ZapoCompanion['next'] = async (event, accept) => {
    let cause: unknown
    try {
      // `on` listens at once, before anything is awaited, so no event after the call is missed.
      for await (const [data] of on(client, event, { signal: AbortSignal.timeout(WAIT_MS) })) {
        const accepted = accept(data)
        if (accepted !== undefined) return accepted
      }
    } catch (thrown) {
      cause = thrown
    }
    const known = [...connections, ...errors, `${simulator.stats.connections} connections`].join('; ')
    throw new Error(`zapo emitted no fitting ${event} within ${WAIT_MS} ms: ${known}`, { cause })
  }
  const zapo: ZapoCompanion = {
    client,
    errors,
    credentials: null,
    next,
    nextText: () => next('message', ({ message }) => message?.conversation || undefined),
    compareDigest: () => {
      const { signal: signalStore, preKey: preKeyStore } = store.session(SESSION)
      const query = client.query.bind(client)
      return new SignalDigestSyncApi({ logger, query, signalStore, preKeyStore }).validateLocalKeyBundle()
    },
  }
  return zapo
}

/** Links zapo to that phone by QR code. Resolves when it is logged in and has published its keys. */
export async function linkByQr(zapo: ZapoCompanion, simulator: Simulator, phone: string): Promise<void> {
  let asksForDigest = false
  const stop = simulator.listen((happening) => {
    if (happening.kind === 'wire' && children(happening.node)[0]?.tag === 'digest') asksForDigest = true
  })
  const qr = zapo.next('auth_qr', (event) => event.qr)
  const loggedIn = zapo.next('connection_success', () => true)
  await zapo.client.connect()
  await simulator.phone(phone).scanQr(await qr)
  await loggedIn
  // zapo compares digests as soon as the server has accepted its keys.
  await simulator.until('zapo has published its keys', () => asksForDigest)
  stop()
}

/** A zapo linked to that phone by QR code. */
export async function linkedZapo(
  simulator: Simulator,
  phone: string,
  options: Partial<WaClientOptions> = {},
): Promise<ZapoCompanion> {
  const zapo = makeZapo(simulator, options)
  await linkByQr(zapo, simulator, phone)
  return zapo
}
