import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { EgressFailure } from './egress-failure'
import { isPublicAddress } from './public-address'

/** Every address of a host name. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

export interface Destinations {
  /** `host:port` pairs that a setting of the operator names; they may be private. */
  readonly allow: readonly string[]
  /** Certificate authority (PEM) for the pairs of `allow`, and for nothing else. */
  readonly allowedCa?: string | undefined
  readonly identity?: ClientIdentity | undefined
  readonly lookup: Lookup
  /** Opens the socket to a numeric address. Replaced in tests, which have no public address to connect to. */
  readonly dial: buildConnector.connector
}

const CONNECT_TIMEOUT_MS = 5_000
// A host with many addresses must not hold a caller for the time-out times their number.
const ATTEMPTS = 3

/** A certificate with its key: both as PEM, or together as PKCS#12. */
export type ClientIdentity =
  | { readonly cert: string; readonly key: string }
  | { readonly pfx: Buffer; readonly passphrase?: string | undefined }

/** Opens sockets, and asks no resolver on its own once it is given a number. */
export const dialAddress = dialerAs(undefined)

/** The same, and tells hosts that ask for it who calls. */
export function dialerAs(identity: ClientIdentity | undefined): buildConnector.connector {
  return buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...identity })
}

/**
 * A connector for undici that resolves the name itself, checks every answer, and then connects to one of the numbers
 * it has checked. A name that is resolved once for the check and again for the connection could answer differently
 * the second time (DNS rebinding); here there is no second time. One private address among the answers refuses all.
 */
export function connectChecked(destinations: Destinations): buildConnector.connector {
  const dialAllowed = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    ...(destinations.allowedCa !== undefined && { ca: destinations.allowedCa }),
    ...destinations.identity,
  })
  return (target, callback) => {
    if (isAllowed(destinations.allow, target)) {
      dialAllowed(target, callback)
      return
    }
    checkedAddresses(target.hostname, destinations.lookup)
      .then((addresses) => dialInTurn(destinations.dial, target, addresses))
      .then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
  }
}

/** Whether a setting of the operator names this destination. */
export function isAllowed(
  allow: readonly string[],
  { hostname, port, protocol }: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>,
): boolean {
  const defaultPort = protocol === 'https:' ? '443' : '80'
  return allow.includes(`${hostname}:${port === '' ? defaultPort : port}`)
}

async function checkedAddresses(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  const addresses = isIP(hostname) !== 0 ? [hostname] : await lookup(hostname)
  if (addresses.length === 0) throw new EgressFailure('unreachable', `${hostname} has no address`)
  if (!addresses.every(isPublicAddress)) {
    throw new EgressFailure('address-refused', `${hostname} is not an address of the public internet`)
  }
  return addresses
}

async function dialInTurn(
  dial: buildConnector.connector,
  target: buildConnector.Options,
  addresses: readonly string[],
): Promise<Socket> {
  let failure: unknown
  for (const address of addresses.slice(0, ATTEMPTS)) {
    try {
      return await dialOne(dial, target, address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** `host` stays the name, so that the certificate is checked against what the address in the link says. */
function dialOne(
  dial: buildConnector.connector,
  target: buildConnector.Options,
  address: string,
): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    dial({ ...target, hostname: address }, (error, socket) => (error ? reject(error) : resolve(socket)))
  })
}
