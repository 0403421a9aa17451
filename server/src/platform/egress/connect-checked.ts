import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { EgressFailure } from './egress-failure'
import { isPublicAddress } from './public-address'

export type ResolveHost = (hostname: string) => Promise<readonly string[]>

export interface CheckedConnectorSettings {
  /** `host:port` pairs from the operator's settings, which may be called although their addresses are private. */
  readonly allow: readonly string[]
  /** A certificate authority (PEM) that is trusted only for the hosts and ports of `allow`. */
  readonly allowedCa?: string | undefined
  readonly identity?: TlsClientCertificate | undefined
  readonly lookup: ResolveHost
  /** Opens the socket to a checked address. Tests replace it, because they cannot connect to public addresses. */
  readonly dial: buildConnector.connector
}

const CONNECT_TIMEOUT_MS = 5_000
// The most addresses tried of one host. With more, the time-outs of all of them would delay the caller.
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
 * The connector checks the addresses of a host and connects to one of them. It does not resolve the name again, because
 * a second answer could differ (DNS rebinding). It refuses the call if any address is private.
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

/** Connects to one address. `host` in `target` stays the name, against which TLS checks the certificate. */
function dialAddressOnce(
  dial: buildConnector.connector,
  target: buildConnector.Options,
  address: string,
): Promise<Socket> {
  return new Promise<Socket>((resolve, reject) => {
    dial({ ...target, hostname: address }, (error, socket) => (error ? reject(error) : resolve(socket)))
  })
}
