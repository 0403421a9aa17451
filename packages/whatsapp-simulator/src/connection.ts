import type { proto } from 'baileys'
import type { NoiseServerConnection } from './noise/server-connection'
import type { DeviceKeys } from './signal/party'
import type { BinaryNode } from './wire/nodes'
import type { Account, Device } from './world'

/** One socket of a product, from its handshake to its end. */
export interface Connection {
  readonly id: string
  readonly noise: NoiseServerConnection
  /** The server is done with it; what still arrives is processed, but nothing is sent to it any more. */
  ended: boolean
  /** Sends after the configured latency, never overtaking what was sent before. */
  send(node: BinaryNode): void
  /** Sends and then closes the socket. */
  end(node: BinaryNode): void
  /** Set when it asked to be linked. */
  pairing?: Pairing
  /** Set when it logged in as a linked device. */
  login?: Login
}

export interface Pairing {
  keys: Omit<DeviceKeys, 'preKey'>
  browser: string
  wantsFullHistory: boolean
  /** What the QR codes of this connection begin with; empty once expired. */
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
  settle(outcome: Error | 'paired'): void
}

export interface Login {
  account: Account
  device: Device
  /** True once the product said `<active/>`: from then on it receives. */
  active: boolean
}

export type ClientPayload = proto.ClientPayload
