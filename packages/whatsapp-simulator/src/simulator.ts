import type { SimulatedContact } from './contact'
import type { SimulatedPhone } from './phone'

export interface SimulatorOptions {
  /** 0 (default) takes a free port. */
  port?: number
  /** Anything but a loopback address is refused. */
  host?: '127.0.0.1'
  /** Milliseconds from server to product, drawn evenly between the two. Default 20 to 50; 0 in tests that need speed. */
  latency?: { from: number; to: number } | 0
  /** Makes keys of the server, ids and chance repeatable. */
  seed?: string
  /** Milliseconds since 1970; the machine's clock when absent. */
  clock?: () => number
  /** Codes that a companion may show before the server closes (default 6). */
  qrCodes?: number
  /** Send a history sync after the first login (default true). */
  history?: boolean
  /** Keeps phones, devices, sessions, contacts and chats here between runs. */
  stateFile?: string
  /** Where the phones page's "Abrir o Balcão" leads. */
  productUrl?: string
}

export interface WaitingCompanion {
  /** Changes with every connection of the companion. */
  readonly id: string
  /** What it says it is, for example `Chrome (Ubuntu)`. */
  readonly browser: string
  readonly wants: 'qr' | 'code'
  /** The phone number that a pairing code was asked for. */
  readonly phone?: string
  /** The text of the code on the screen, if somebody held it up with `holdUpQr`: the server itself never learns it. */
  readonly qr?: string
}

export interface SimulatorStats {
  connections: number
  /** Tags and iq keys that the simulator did not understand. Tests fail on any. */
  unknown: string[]
  /** Things that should never arrive: broken MACs, forged signatures. */
  errors: string[]
  refusedCounters: number
  redelivered: number
  retriesFromProduct: number
  resentByContacts: number
  retriesByContacts: number
  resentByProduct: number
  nacks: Record<string, number>
  receipts: number
  uploads: number
  downloads: number
}

export interface Simulator {
  /** `ws://127.0.0.1:PORT/ws/chat` */
  readonly url: string
  /** `http://127.0.0.1:PORT/`: phones page and control API. */
  readonly pageUrl: string
  /** Give it to `WA_CERT_DETAILS.PUBLIC_KEY` of the process that connects. */
  readonly noiseRootPublicKey: Buffer
  /** PEM of the media host's certificate, for whoever uploads and downloads. */
  readonly mediaCertificate: string
  readonly stats: SimulatorStats
  /** Adds a phone; one that exists already is given back as it is. */
  createPhone(phone: { phone: string; name: string; lid?: string }): SimulatedPhone
  /** Adds a contact; one that exists already is given back as it is. */
  createContact(contact: { phone: string; name: string; lid?: string; picture?: Buffer }): SimulatedContact
  phone(phone: string): SimulatedPhone
  contact(phone: string): SimulatedContact
  phones(): SimulatedPhone[]
  contacts(): SimulatedContact[]
  waiting(): WaitingCompanion[]
  /** Shows the simulator the code on the product's screen, so that the phones page can offer it for scanning. */
  holdUpQr(text: string): void
  /** Expires the codes of all waiting companions, as WhatsApp does when nobody scans. */
  expireQrs(): void
  /** Waits until the predicate gives something truthy, looking again whenever anything happens. Rejects with the name. */
  until<T>(name: string, predicate: () => T | false | undefined | null, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}
