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

/** What every part of the simulated WhatsApp works on. */
export interface Service {
  readonly world: World
  readonly authority: NoiseAuthority
  readonly media: MediaHost
  /** Opened pictures, for the phones page. */
  readonly pictures: MediaStore
  readonly happenings: Happenings
  readonly chance: Chance
  readonly stats: SimulatorStats
  readonly connections: Set<Connection>
  readonly wayOut: WayOut
  /** Trouble asked for and not yet spent, by the shop's phone. */
  readonly troubles: Map<string, Trouble>
  /** Screens on which an attendant is seen typing, see `typingKey`. */
  readonly typing: Set<string>
  /** Calls that ring, by their id, and how the shop refuses each. */
  readonly ringing: Map<string, () => void>
  /** The last thing that each person is doing, see `inTurn`. */
  readonly turns: Map<string, Promise<unknown>>
  readonly qrCodes: number
  /** Whether phones can still upload again what the media host has lost. */
  phonesHaveMedia: boolean
  readonly sendsHistory: boolean
  /** What is demanded of companions that are being linked. */
  readonly linkingRules: LinkingRules
  /** Milliseconds for an acknowledgement before a notification is sent again, and as many before the end. */
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
  /** Logins still to be followed at once by a `replaced`. */
  replaceLogins: number
  repeatNext: number
  swapNext: number
  /** Messages held back until the next one has overtaken them, by device. */
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

/** The stamp on what this shop is sent: the server's time, or as wrong as the fault `skew` makes it. */
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

/** Something a faithful client never sends. It is counted; the connection goes on. */
export function recordError(service: Service, cause: unknown): void {
  service.stats.errors.push(cause instanceof Error ? cause.message : String(cause))
}

/** A person does one thing after the other: two first messages at once would open two sessions. */
export function inTurn<T>(service: Service, person: string, act: () => Promise<T>): Promise<T> {
  const before = service.turns.get(person) ?? Promise.resolve()
  const done = before.then(act, act)
  service.turns.set(person, done)
  return done
}
