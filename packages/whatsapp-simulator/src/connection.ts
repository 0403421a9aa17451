import type { proto } from 'baileys'
import type { NoiseServerConnection } from './noise/server-connection'
import type { Notices } from './notices'
import type { DeviceKeys } from './signal/party'
import type { BinaryNode } from './wire/nodes'
import type { Account, Device } from './world'

/** One socket of a product, from its handshake to its end. */
export interface Connection {
  readonly id: string
  readonly noise: NoiseServerConnection
  /** The server has ended it: arriving stanzas are processed, but nothing more is sent. */
  ended: boolean
  /** Sends after the configured latency, in order. */
  send(node: BinaryNode): void
  /** Sends, `afterMs` later than usual, and then closes the socket. */
  end(node: BinaryNode, afterMs?: number): void
  /** Set when it asked to be linked. */
  pairing?: Pairing
  /** Set when it logged in as a linked device. */
  login?: Login
}

export interface Pairing {
  keys: Omit<DeviceKeys, 'preKey'>
  browser: string
  wantsFullHistory: boolean
  /** The claimed version of WhatsApp Web is too old, and the phone reports that at the scan. */
  isTooOld: boolean
  /** Notifications that wait for an acknowledgement. */
  notices: Notices
  /** Scans that were answered by asking for a new secret. */
  refreshes: number
  /** Secrets that WhatsApp has asked to replace, in hex. */
  retired: Set<string>
  /** The first fields of this connection's QR codes; empty once expired. */
  refs: Set<string>
  heldUpQr?: string
  /** The product asked for an eight-letter code. */
  linkCode?: { phone: string; wrappedKey: Buffer; ref: string; bundle?: Buffer }
  /** The phone has agreed; the companion has yet to sign. */
  offer?: Offer
}

interface Offer {
  iqId: string
  account: Account
  deviceId: number
  /** Encoded `ADVDeviceIdentity`. */
  details: Uint8Array
  /** The references that become valid again when the companion refuses. */
  refs: ReadonlySet<string>
  /** The phone used a secret that WhatsApp had asked to replace. */
  isRetired: boolean
  settle(outcome: Error | 'paired'): void
}

export interface Login {
  account: Account
  device: Device
  /** True once the product sent `<active/>`: from then on it receives. */
  active: boolean
}

export type ClientPayload = proto.ClientPayload
