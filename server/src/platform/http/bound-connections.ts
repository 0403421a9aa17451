import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { countedAddress } from './counted-address'

/** Below the usual limit of open files for services, so that the product can still open its own. */
export const connectionLimits = { all: 20_000, ofOneAddress: 2_000 } as const

/**
 * Limits the open connections: in total, and per address, so that one machine cannot take all places. A proxy carries
 * the connections of all users, so listed proxies and this machine count in total only.
 */
export function boundConnections(
  server: Server,
  trustedProxies: readonly string[],
  limits: { readonly all: number; readonly ofOneAddress: number } = connectionLimits,
): void {
  const open = new Map<string, number>()
  server.maxConnections = limits.all
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress
    if (remote === undefined || bringsOthers(remote, trustedProxies)) return
    const address = countedAddress(remote)
    const count = (open.get(address) ?? 0) + 1
    if (count > limits.ofOneAddress) {
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}

function bringsOthers(remote: string, trustedProxies: readonly string[]): boolean {
  if (!ipaddr.isValid(remote)) return true
  const address = ipaddr.process(remote)
  if (address.range() === 'loopback') return true
  return trustedProxies.some((listed) => isIn(address, listed))
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, listed: string): boolean {
  const [network, bits] = ipaddr.isValidCIDR(listed)
    ? ipaddr.parseCIDR(listed)
    : ([ipaddr.process(listed), null] as const)
  if (network.kind() !== address.kind()) return false
  return address.match(network, bits ?? (address.kind() === 'ipv4' ? 32 : 128))
}
