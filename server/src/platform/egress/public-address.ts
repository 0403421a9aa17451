import ipaddr from 'ipaddr.js'

/** Host names of this machine and of private networks. Public name servers lack them (RFC 6761, 6762, 8375, 9476). */
const privateNames = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/

const globalUnicast = ipaddr.IPv6.parse('2000::')

/** Azure's metadata service has this public address. The services of other clouds have private ones. */
const cloudServices: readonly string[] = ['168.63.129.16']

/**
 * Whether an address belongs to the public internet. False for private and provider networks, a cloud's metadata
 * service, and IPv6 forms that wrap an IPv4 address (mapped, NAT64, 6to4, Teredo), which may be private.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || cloudServices.includes(address.toString())) return false

  // The library returns "unicast" for every range that it does not know. In IPv6 only 2000::/3 is assigned.
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3)
}

/**
 * Whether this host may be called, as far as its name shows: there is no DNS query. The call itself also checks the
 * resolved address.
 */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return ipaddr.isValid(host) ? isPublicAddress(host) : !privateNames.test(host)
}
