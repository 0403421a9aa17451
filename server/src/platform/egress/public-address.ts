import ipaddr from 'ipaddr.js'

/** Names of this machine and of private networks, which public name servers know nothing of (RFC 6761, 6762, 8375, 9476). */
const privateNames = /^[^.]+$|(^|\.)(localhost|local|internal|home\.arpa)$/

const globalUnicast = ipaddr.IPv6.parse('2000::')

/** Services that a cloud gives to machines inside it, at addresses that look public: Azure's (its platform, DNS and
 *  metadata). Others lie in ranges that are refused as a whole: 169.254.169.254, 100.100.100.200, 192.0.0.192,
 *  fd00:ec2::254. */
const cloudServices: readonly string[] = ['168.63.129.16']

/**
 * Whether an IP address (as text) belongs to the public internet: not to this machine, to a private or provider's
 * network, to a cloud's metadata service (169.254.169.254), nor to one of the forms of IPv6 that wrap an IPv4
 * address (mapped, NAT64, 6to4, Teredo), which would lead there by a detour. Whatever is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || cloudServices.includes(address.toString())) return false

  // "unicast" is the library's word for everything that it has no name for. In IPv6 only 2000::/3 has been given
  // out; ::a.b.c.d, the old IPv4-compatible form, lies outside.
  return !(address instanceof ipaddr.IPv6) || address.match(globalUnicast, 3)
}

/** Whether the host of an address, as `URL` writes it, can belong to the public internet. Names are not looked up: true
 *  says that a call is worth trying, where what the name leads to is checked. */
export function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return ipaddr.isValid(host) ? isPublicAddress(host) : !privateNames.test(host)
}
