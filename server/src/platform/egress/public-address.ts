import ipaddr from 'ipaddr.js'

/** Names of this machine and of private networks, unknown to public name servers (RFC 6761, 6762, 8375, 9476). */
const privateNames = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/

const globalUnicast = ipaddr.IPv6.parse('2000::')

/** Azure's metadata service. Other clouds use addresses in ranges that are refused as a whole. */
const cloudServices: readonly string[] = ['168.63.129.16']

/**
 * Whether an address belongs to the public internet. False for private and provider networks, a cloud's metadata
 * service, and IPv6 forms that wrap an IPv4 address (mapped, NAT64, 6to4, Teredo), which may be private.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || cloudServices.includes(address.toString())) return false

  // The library returns "unicast" for every range without a name. In IPv6 only 2000::/3 is assigned.
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3)
}

/** Whether a call to this host may be tried, without a DNS query. The call then checks the resolved address. */
export function mayBePublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return ipaddr.isValid(host) ? isPublicAddress(host) : !privateNames.test(host)
}
