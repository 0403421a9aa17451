import { buffer } from 'node:stream/consumers'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { LinkingRules } from '@balcao/whatsapp-simulator/linking-rules'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { expect } from 'vitest'
import { baileysGateway } from '../baileys-gateway'
import type { Clock } from '../clock'
import type {
  ConnectionStatusReport,
  ConnectOptions,
  InboundMessage,
  InboundUpdate,
  MediaReference,
  MessageSendRequest,
  PersonAddress,
  WebVersionProvider,
  WhatsappGateway,
  WhatsappLink,
} from '../gateway'
import type { StanzaRecord } from '../linking/record-stanzas'
import type { Log } from '../log'
import { type MemoryKeyHandle, type MemoryKeyStore, memoryKeyStore } from './memory-key-store'

/** A process that holds one connection of the shop. */
export interface ShopProcess {
  readonly link: WhatsappLink
  readonly keys: MemoryKeyHandle
  readonly reports: readonly ConnectionStatusReport[]
  /** Waits for a matching report, from number `from` (default: the first) on. */
  reported(
    name: string,
    matches: (report: ConnectionStatusReport) => boolean,
    from?: number,
  ): Promise<ConnectionStatusReport>
  /** Ends as by `kill -9`: the socket disappears, nothing is sent, nothing is committed. */
  kill(): void
}

/** A simulated WhatsApp with one shop's phone, and the shop's store, over as many processes as a test starts. */
export interface Shop {
  readonly simulator: Simulator
  readonly gateway: WhatsappGateway
  readonly phone: SimulatedPhone
  readonly store: MemoryKeyStore
  readonly lines: readonly string[]
  start(): ShopProcess
  /** Starts a process and links the phone by scanning its QR. */
  startLinked(): Promise<ShopProcess>
  /** Everything in the inbound queue, translated, in order. */
  received(): Promise<readonly InboundUpdate[]>
  inboundMessages(): Promise<readonly InboundMessage[]>
  fetchMedia(reference: MediaReference): Promise<Uint8Array>
  /** Waits until so many messages have been received. */
  untilMessages(count: number): Promise<void>
  /** Closes everything. Fails when the simulator saw an unknown stanza, a forgery or a used counter. */
  closeTidily(): Promise<void>
}

interface ShopSettings {
  codeLifetimeMs?: number
  clock?: Clock
  history?: boolean
  /** The product asks the phone for its whole history when it is linked. */
  bringHistory?: boolean
  /** True when a user takes calls; by default a user does. */
  takesCalls?: () => Promise<boolean>
  /** Deviations from the usual rules of WhatsApp's linking. */
  linking?: Partial<LinkingRules>
  acknowledgeWithinMs?: number
  webVersions?: WebVersionProvider
  recordLinking?: (line: StanzaRecord) => void
  /** Another shop on the same WhatsApp: one process, two numbers. */
  sharing?: Shop
}

export async function aShop(settings: ShopSettings = {}): Promise<Shop> {
  const { history = false, bringHistory = false, takesCalls, sharing, ...more } = settings
  const { linking, acknowledgeWithinMs, ...gatewaySettings } = more
  const simulator =
    sharing?.simulator ??
    (await startSimulator({
      latency: 0,
      history,
      ...(linking && { linking }),
      ...(acknowledgeWithinMs && { acknowledgeWithinMs }),
    }))
  const phone = simulator.createPhone(
    sharing ? { phone: '5551999990002', name: 'Filial' } : { phone: '5551999990000', name: 'Loja da Ana' },
  )
  const store = memoryKeyStore()
  const lines: string[] = []
  const gateway = baileysGateway({
    ...gatewaySettings,
    log: linesOf(lines),
    trust: {
      url: simulator.url,
      noiseRootPublicKey: simulator.noiseRootPublicKey,
      mediaCertificate: simulator.mediaCertificate,
    },
  })
  const processes: ShopProcess[] = []

  function start(): ShopProcess {
    const started = startProcess(gateway, store, { bringHistory, ...(takesCalls && { takesCalls }) })
    processes.push(started)
    return started
  }

  async function received(): Promise<readonly InboundUpdate[]> {
    return (await Promise.all(store.entries.map(({ content }) => gateway.translate(content)))).flat()
  }

  async function inboundMessages(): Promise<readonly InboundMessage[]> {
    return (await received()).filter((one) => one.kind === 'message')
  }

  return {
    simulator,
    gateway,
    phone,
    store,
    lines,
    start,
    received,
    async startLinked() {
      const started = start()
      const { qr } = await started.reported('a code', (report) => report.qr !== null)
      await phone.scanQr(qr ?? '')
      await started.reported('CONNECTED', ({ status }) => status === 'CONNECTED')
      return started
    },
    inboundMessages,
    fetchMedia: (reference) =>
      buffer(gateway.fetchMedia(reference, AbortSignal.timeout(5000), { load: async () => new Map() })),
    async untilMessages(count) {
      for (;;) {
        const seen = store.entries.length
        if ((await inboundMessages()).length >= count) return
        await store.until(`${count} messages`, () => store.entries.length > seen)
      }
    },
    async closeTidily() {
      for (const process of processes) process.kill()
      const { unknown, errors, refusedCounters } = simulator.stats
      if (sharing === undefined) await simulator.close()
      expect({ unknown, errors, refusedCounters }).toEqual({ unknown: [], errors: [], refusedCounters: 0 })
    },
  }
}

function startProcess(
  gateway: WhatsappGateway,
  store: MemoryKeyStore,
  wants: Pick<ConnectOptions, 'bringHistory' | 'takesCalls'>,
): ShopProcess {
  const reports: ConnectionStatusReport[] = []
  const watchers = new Set<() => void>()
  const lease = new AbortController()
  const keys = store.open()
  const link = gateway.connect({
    name: 'connection 1',
    keys,
    leaseLost: lease.signal,
    ...wants,
    report(report) {
      reports.push(report)
      for (const look of [...watchers]) look()
    },
  })
  return {
    link,
    keys,
    reports,
    kill: () => lease.abort(),
    reported(name, matches, from = 0) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = reports.slice(from).find(matches)
          if (found === undefined) return
          clearTimeout(timer)
          watchers.delete(look)
          resolve(found)
        }
        const timer = setTimeout(() => {
          watchers.delete(look)
          reject(new Error(`timed out waiting for ${name}; last was ${JSON.stringify(reports.at(-1))}`))
        }, 20_000)
        watchers.add(look)
        look()
      })
    },
  }
}

function linesOf(lines: string[]): Log {
  const write = (facts: object, text: string) => lines.push(`${text} ${JSON.stringify(facts)}`)
  return { debug: write, info: write, warn: write, error: write }
}

export function textTo(contact: SimulatedContact, id: string, text: string): MessageSendRequest {
  return {
    id: messageId(id),
    to: personAt(contact),
    content: { kind: 'text', text },
    quoted: null,
  }
}

export function messageId(id: string): WhatsappMessageId {
  return id as WhatsappMessageId // an id reserved by a test
}

export function personAt({ phone, lid }: SimulatedContact): PersonAddress {
  return { kind: 'person', phone, lid: lid.split('@')[0] ?? null }
}
