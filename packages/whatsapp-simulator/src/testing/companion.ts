import { Agent } from 'node:https'
import {
  type AuthenticationCreds,
  type BaileysEventMap,
  BufferJSON,
  Curve,
  generateSignalPubKey,
  initAuthCreds,
  makeCacheableSignalKeyStore,
  makeWASocket,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
} from 'baileys'
import { verifySignature } from 'libsignal/src/curve.js'
import pino from 'pino'
import { Agent as DownloadAgent } from 'undici'
import type { Simulator } from '../simulator'

/** A WhatsApp Web client as a product would run it: the real Baileys, with its keys in memory. */
export interface Companion {
  /** Replaced at each `connect`. */
  socket: ReturnType<typeof makeWASocket>
  creds: AuthenticationCreds
  /** Codes that it closed with, oldest first. */
  closed: number[]
  /** The texts of its QR codes, oldest first. */
  qrs: string[]
  /** Everything that came in `messages.upsert`, with its type. */
  upserts: { type: string; message: WAMessage }[]
  /** Connects; an earlier socket is not closed. */
  connect(): void
  /** The next event of that name that the test accepts. */
  received<K extends keyof BaileysEventMap, T>(
    event: K,
    accept: (data: BaileysEventMap[K]) => T | undefined,
  ): Promise<T>
  /** Resolves once the message has that status, which Baileys reports with the message or as an update. */
  reaches(id: string, status: number): Promise<void>
  /** The message with that id, as soon as it is there and decrypted. */
  message(id: string): Promise<WAMessage>
  opened(): Promise<unknown>
  /** The number that the socket closes with. */
  closes(): Promise<number>
}

const WAIT_MS = 8000
const silent = pino({ level: 'silent' })

export function makeCompanion(
  simulator: Simulator,
  settings: Partial<UserFacingSocketConfig> = {},
): Companion {
  const keys = memoryKeyStore()
  const sent = new Map<string, proto.IMessage>()
  const statuses = new Map<string, number>()
  const statusWaits = new Set<() => void>()
  const noteStatus = (id: string | null | undefined, status: number | null | undefined) => {
    if (id && status) statuses.set(id, Math.max(status, statuses.get(id) ?? 0))
    for (const look of statusWaits) look()
  }
  const ca = simulator.mediaCertificate
  const companion: Pick<Companion, 'creds' | 'closed' | 'qrs' | 'upserts'> = {
    creds: initAuthCreds(),
    closed: [],
    qrs: [],
    upserts: [],
  }
  const connect = () => {
    const socket = makeWASocket({
      syncFullHistory: false, // a second piece of history would enter the fixture
      waWebSocketUrl: simulator.url,
      auth: { creds: companion.creds, keys: makeCacheableSignalKeyStore(keys, silent) },
      logger: silent,
      version: [2, 3000, 1],
      browser: ['Balcão', 'Chrome', '1.0'],
      fetchAgent: new Agent({ ca }),
      // Baileys passes these options to fetch, whose types omit the dispatcher.
      options: { dispatcher: new DownloadAgent({ connect: { ca } }) } as object,
      getMessage: async ({ id }) => sent.get(id ?? ''),
      ...settings,
    })
    socket.ev.on('creds.update', (update) => Object.assign(companion.creds, update))
    socket.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
      if (qr) companion.qrs.push(qr)
      if (connection === 'close') companion.closed.push(statusOf(lastDisconnect?.error))
    })
    socket.ev.on('messages.upsert', ({ messages, type }) => {
      for (const message of messages) {
        companion.upserts.push({ type, message })
        noteStatus(message.key.id, message.status)
        if (message.key.id && message.message) sent.set(message.key.id, message.message)
      }
    })
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) noteStatus(key.id, update.status)
    })
    return socket
  }
  const received: Companion['received'] = (event, accept) =>
    new Promise((resolve, reject) => {
      const { ev } = full.socket
      const timer = setTimeout(() => reject(new Error(`waited in vain for ${event}`)), WAIT_MS)
      const look = (data: BaileysEventMap[typeof event]) => {
        const found = accept(data)
        if (found === undefined) return
        clearTimeout(timer)
        ev.off(event, look)
        resolve(found)
      }
      ev.on(event, look)
    })
  const full: Companion = {
    ...companion,
    socket: connect(),
    connect: () => {
      full.socket = connect()
    },
    received,
    reaches: (id, status) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`waited in vain for status ${status}`)), WAIT_MS)
        const look = () => {
          if ((statuses.get(id) ?? 0) < status) return
          clearTimeout(timer)
          statusWaits.delete(look)
          resolve()
        }
        statusWaits.add(look)
        look()
      }),
    message: async (id) =>
      companion.upserts.find(({ message }) => message.key.id === id && message.message)?.message ??
      received('messages.upsert', ({ messages }) =>
        messages.find(({ key, message }) => key.id === id && message),
      ),
    opened: () => received('connection.update', ({ connection }) => connection === 'open' || undefined),
    closes: () =>
      received('connection.update', ({ connection, lastDisconnect }) =>
        connection === 'close' ? statusOf(lastDisconnect?.error) : undefined,
      ),
  }
  return full
}

/** A companion linked to that phone by QR code, open and with its keys published. */
export async function linkedCompanion(
  simulator: Simulator,
  phone: string,
  settings: Partial<UserFacingSocketConfig> = {},
): Promise<Companion> {
  const companion = makeCompanion(simulator, settings)
  const qr = await companion.received('connection.update', (update) => update.qr)
  const restarted = companion.closes()
  await simulator.phone(phone).scanQr(qr)
  await restarted
  companion.connect()
  // Baileys withholds offline stanzas until its first history has arrived, so a fixture begins after that.
  const history = companion.received('messaging-history.set', () => true)
  await companion.opened()
  await history
  await simulator.until('the device is online', () => simulator.phone(phone).online)
  return companion
}

/** Connects again with the same credentials, until the phone counts it as online. */
export async function reconnect(simulator: Simulator, companion: Companion, phone: string): Promise<void> {
  companion.connect()
  await companion.opened()
  await simulator.until('the device is online', () => simulator.phone(phone).online)
}

/**
 * Makes this process trust the simulator, verify signatures for real (Baileys' own check accepts any) and keep
 * libsignal from printing sessions. Returns the function that undoes it.
 */
export function trustSimulator(simulator: Simulator): () => void {
  const { PUBLIC_KEY } = WA_CERT_DETAILS
  const { verify } = Curve
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(simulator.noiseRootPublicKey)
  Curve.verify = (key, message, signature) =>
    signature.length === 64 &&
    verifySignature(Buffer.from(generateSignalPubKey(key)), message, Buffer.from(signature))
  return () => {
    WA_CERT_DETAILS.PUBLIC_KEY = PUBLIC_KEY
    Curve.verify = verify
  }
}

function statusOf(error: Error | undefined): number {
  if (!error || !('output' in error)) return 0
  // Baileys closes with Boom errors, whose status is here.
  return (error.output as { statusCode: number }).statusCode
}

function memoryKeyStore(): SignalKeyStore {
  const rows = new Map<string, string>()
  const revive = (type: string, row: string) => {
    const value = JSON.parse(row, BufferJSON.reviver)
    return type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
  }
  return {
    get: async (type, ids) => {
      const found = ids.flatMap((id) => {
        const row = rows.get(`${type} ${id}`)
        return row === undefined ? [] : [[id, revive(type, row)]]
      })
      return Object.fromEntries(found)
    },
    set: async (changes) => {
      for (const [type, values] of Object.entries(changes)) {
        for (const [id, value] of Object.entries(values)) {
          if (value) rows.set(`${type} ${id}`, JSON.stringify(value, BufferJSON.replacer))
          else rows.delete(`${type} ${id}`)
        }
      }
    },
  }
}
