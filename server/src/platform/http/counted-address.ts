import { isIPv6 } from 'node:net'

/**
 * The address by which throttles count: an IPv4 address, or the /64 network of an IPv6 address, which one subscriber
 * gets and could otherwise use for a new address in each attempt. IPv4-mapped IPv6 counts as IPv4.
 * Absent: the caller is gone, and gets no answer.
 */
export function addressForThrottling(address = ''): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  const [before = '', after] = plain.split('::')
  const first = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  // An IPv4 tail fills two groups, and is behind the network part.
  const tail = rest.some((group) => group.includes('.')) ? rest.length + 1 : rest.length
  const zeros = after === undefined ? 0 : 8 - first.length - tail
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...rest].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
