import type { Chance } from './chance'
import type { Connection } from './connection'
import type { Happenings } from './happenings'
import type { LinkingRules } from './linking-rules'
import type { MediaHost } from './media/host'
import type { MediaStore } from './media/store'
import type { NoiseAuthority } from './noise/authority'
import type { SimulatorStats } from './stats'
import type { WayOut } from './way-out'
import type { BinaryNode } from './wire/nodes'
import { type Account, type Device, deviceAddress, type World } from './world'

/** The state that every part of the simulated WhatsApp shares. */
export interface Service {
  readonly world: World
  readonly authority: NoiseAuthority
  readonly media: MediaHost
  /** Decrypted pictures, for the phones page. */
  readonly pictures: MediaStore
  readonly happenings: Happenings
  readonly chance: Chance
  readonly stats: SimulatorStats
  readonly connections: Set<Connection>
  readonly wayOut: WayOut
  /** Requested faults that have not happened yet, by the shop's phone. */
  readonly troubles: Map<string, Trouble>
  /** Screens that show an attendant typing, see `typingKey`. */
  readonly typing: Set<string>
  /** Ringing calls by their id, with the function by which the shop refuses each. */
  readonly ringing: Map<string, () => void>
  /** The latest act of each person, see `inTurn`. */
  readonly turns: Map<string, Promise<unknown>>
  readonly qrCodes: number
  /** True when phones can upload again the files that the media host has lost. */
  phonesHaveMedia: boolean
  readonly sendsHistory: boolean
  /** The demands on companions that are being linked. */
  readonly linkingRules: LinkingRules
  /**
   * Milliseconds for an acknowledgement before a notification is sent again, and as many before the socket is closed.
   */
  readonly acknowledgeWithinMs: number
  /** Milliseconds since 1970. */
  now(): number
}

export interface Trouble {
  refuseLogin: { reason: number; times: number }
  offlineUntil: number
  refuseNext: { code: number; times: number }
  loseAcks: number
  loseReceipts: number
  loseAnswers: number
  spoilNext: number
  slowBy: number
  skewBy: number
  /** Logins to be followed at once by a `replaced`. */
  replaceLogins: number
  repeatNext: number
  swapNext: number
  /** Messages delayed until the next one has overtaken them, by device. */
  heldBack: Map<number, BinaryNode>
}

/** A contact's conversation with a shop, or in a group that the shop is in. */
export function typingKey(shop: string, contact: string, groupJid?: string): string {
  return `${shop} ${contact} ${groupJid ?? ''}`
}

/** WhatsApp's stamps are whole seconds, as text. */
export function seconds(service: Service): string {
  return String(Math.floor(service.now() / 1000))
}

/** The stamp on stanzas to this shop: the server's time, shifted by the fault `skew`. */
export function stampFor(service: Service, account: Account): string {
  return String(Math.floor((service.now() + troubleOf(service, account.phone).skewBy) / 1000))
}

export function troubleOf(service: Service, phone: string): Trouble {
  const known = service.troubles.get(phone)
  if (known) return known
  const none: Trouble = {
    refuseLogin: { reason: 0, times: 0 },
    offlineUntil: 0,
    refuseNext: { code: 0, times: 0 },
    loseAcks: 0,
    loseReceipts: 0,
    loseAnswers: 0,
    spoilNext: 0,
    slowBy: 0,
    skewBy: 0,
    replaceLogins: 0,
    repeatNext: 0,
    swapNext: 0,
    heldBack: new Map(),
  }
  service.troubles.set(phone, none)
  return none
}

/** The connection on which a device is logged in. */
export function connectionOf(service: Service, account: Account, device: Device): Connection | undefined {
  const address = deviceAddress(account, device)
  return [...service.connections].find(
    ({ login, ended }) => !ended && login && deviceAddress(login.account, login.device) === address,
  )
}

/** Records an act that a correct client never does. The connection continues. */
export function recordError(service: Service, cause: unknown): void {
  service.stats.errors.push(cause instanceof Error ? cause.message : String(cause))
}

/** A person acts sequentially: two concurrent first messages would open two sessions. */
export function inTurn<T>(service: Service, person: string, act: () => Promise<T>): Promise<T> {
  const before = service.turns.get(person) ?? Promise.resolve()
  const done = before.then(act, act)
  service.turns.set(person, done)
  return done
}
