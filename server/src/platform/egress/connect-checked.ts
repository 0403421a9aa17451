import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { EgressFailure } from './egress-failure'
import { isPublicAddress } from './public-address'

export type ResolveHost = (hostname: string) => Promise<readonly string[]>

export interface CheckedConnectorSettings {
  /** `host:port` pairs from a setting of the operator; they may be private. */
  readonly allow: readonly string[]
  /** A certificate authority (PEM) that counts only for the hosts and ports of `allow`. */
  readonly allowedCa?: string | undefined
  readonly identity?: TlsClientCertificate | undefined
  readonly lookup: ResolveHost
  /** Opens a socket to a numeric address. Tests replace it, because they cannot connect to public addresses. */
  readonly dial: buildConnector.connector
}

const CONNECT_TIMEOUT_MS = 5_000
// A host with many addresses would block a caller for the time-out of each.
const ATTEMPTS = 3

/** A certificate with its key: both as PEM, or together as PKCS#12. */
export type TlsClientCertificate =
  | { readonly cert: string; readonly key: string }
  | { readonly pfx: Buffer; readonly passphrase?: string | undefined }

/** Opens a socket to a numeric address, without a DNS query. */
export const connectToNumericAddress = createConnectorWithCertificate(undefined)

export function createConnectorWithCertificate(
  identity: TlsClientCertificate | undefined,
): buildConnector.connector {
  return buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...identity })
}

/**
 * Connects to an address that it has checked, without resolving the name again, because a second answer could
 * differ (DNS rebinding). One private address in the answer refuses the call.
 */
export function createCheckedConnector(destinations: CheckedConnectorSettings): buildConnector.connector {
  const dialAllowed = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    ...(destinations.allowedCa !== undefined && { ca: destinations.allowedCa }),
    ...destinations.identity,
  })
  return (target, callback) => {
    if (isAllowedDestination(destinations.allow, target)) {
      dialAllowed(target, callback)
      return
    }
    checkedAddresses(target.hostname, destinations.lookup)
      .then((addresses) => dialEachAddress(destinations.dial, target, addresses))
      .then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
  }
}

export function isAllowedDestination(
  allow: readonly string[],
  { hostname, port, protocol }: Pick<buildConnector.Options, 'hostname' | 'port' | 'protocol'>,
): boolean {
  const defaultPort = protocol === 'https:' ? '443' : '80'
  return allow.includes(`${hostname}:${port === '' ? defaultPort : port}`)
}

async function checkedAddresses(hostname: string, lookup: ResolveHost): Promise<readonly string[]> {
  const addresses = isIP(hostname) !== 0 ? [hostname] : await lookup(hostname)
  if (addresses.length === 0) throw new EgressFailure('unreachable', `${hostname} has no address`)
  if (!addresses.every(isPublicAddress)) {
    throw new EgressFailure('address-refused', `${hostname} is not an address of the public internet`)
  }
  return addresses
}

async function dialEachAddress(
  dial: buildConnector.connector,
  target: buildConnector.Options,
  addresses: readonly string[],
): Promise<Socket> {
  let failure: unknown
  for (const address of addresses.slice(0, ATTEMPTS)) {
    try {
      return await dialAddressOnce(dial, target, address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** `host` remains the name in the link, against which TLS checks the certificate. */
function dialAddressOnce(
  dial: buildConnector.connector,
  target: buildConnector.Options,
  address: string,
): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    dial({ ...target, hostname: address }, (error, socket) => (error ? reject(error) : resolve(socket)))
  })
}
