import { isIPv6 } from 'node:net'

/**
 * The address under which calls are counted. For IPv6 it is the /64 network, because one customer of a provider has all
 * addresses of such a network. IPv4-mapped addresses count as IPv4. `address` is absent when the caller has
 * disconnected.
 */
export function addressForThrottling(address = ''): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [before = '', after] = plain.split('::')
  const first = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  // An IPv4 part, as in `64:ff9b::1.2.3.4`, fills the last two groups, so it counts as one more. The /64 network ends
  // before these groups, so their value does not matter.
  const tail = rest.some((group) => group.includes('.')) ? rest.length + 1 : rest.length
  const zeros = after === undefined ? 0 : 8 - first.length - tail
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
