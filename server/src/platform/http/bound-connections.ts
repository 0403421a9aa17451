import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addToCount } from '../add-to-count'
import { addressForThrottling } from './counted-address'

/** The most unanswered requests of a connection. Usual clients send the next request only after reading the answer. */
const maxUnanswered = 10

/** The time without progress after which the connection of an unread answer is closed. */
const unreadAnswerMilliseconds = 60_000

/** The most open connections. They are below a service's usual limit of open files, which files need too. */
export const httpConnectionLimits = { all: 20_000, ofOneAddress: 2_000 } as const

/**
 * Closes further connections of an address with too many, so that one machine cannot use up all. Those from trusted
 * proxies and from this machine count only in the total, because a proxy carries the connections of all users.
 */
export function limitConnections(
  server: Server,
  trustedProxies: readonly string[],
  limits: { readonly all: number; readonly ofOneAddress: number } = httpConnectionLimits,
): void {
  const open = new Map<string, number>()
  server.maxConnections = limits.all
  server.on('connection', (socket: Socket) => {
    const remote = socket.remoteAddress
    if (remote === undefined || isTrustedProxy(remote, trustedProxies)) return
    const address = addressForThrottling(remote)
    if ((open.get(address) ?? 0) >= limits.ofOneAddress) {
      socket.destroy()
      return
    }
    addToCount(open, address, 1)
    socket.once('close', () => addToCount(open, address, -1))
  })
}

function isTrustedProxy(remote: string, trustedProxies: readonly string[]): boolean {
  if (!ipaddr.isValid(remote)) return true
  return ipaddr.process(remote).range() === 'loopback' || isAddressInNetworks(remote, trustedProxies)
}

export function isAddressInNetworks(remote: string, listed: readonly string[]): boolean {
  if (!ipaddr.isValid(remote)) return false
  const address = ipaddr.process(remote)
  return listed.some((each) => isInNetwork(address, each))
}

function isInNetwork(address: ipaddr.IPv4 | ipaddr.IPv6, listed: string): boolean {
  const [network, bits] = ipaddr.isValidCIDR(listed)
    ? ipaddr.parseCIDR(listed)
    : ([ipaddr.process(listed), null] as const)
  if (network.kind() !== address.kind()) return false
  return address.match(network, bits ?? (address.kind() === 'ipv4' ? 32 : 128))
}

/**
 * Closes the connection of a caller that does not read its answer, because the answer and its file would be held for
 * ever. Node's timeout event reports a connection without a read or write for this time; a partial write counts as
 * progress. It fires again after the next read or write. Upgraded connections have no limit here.
 */
export function limitUnreadAnswerTime(server: Server, milliseconds = unreadAnswerMilliseconds): void {
  function begin(_: IncomingMessage, answer: ServerResponse): void {
    answer.setTimeout(milliseconds, () => {
      if ((answer.socket?.writableLength ?? 0) > 0) answer.socket?.destroy()
    })
  }

  // Added at the end of the start, because Socket.IO would otherwise put its own listener before this one.
  server.once('listening', () => server.prependListener('request', begin))
}

/** Closes connections with too many unanswered requests. Node would handle them all and hold the answers in memory. */
export function limitPipelinedRequests(server: Server, most = maxUnanswered): void {
  const unanswered = new WeakMap<Socket, number>()

  function begin({ socket }: IncomingMessage, answer: ServerResponse): void {
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    if (count > most) socket.destroy()
    answer.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  }

  // Added at the end of the start, because Socket.IO would otherwise put its own listener before this one.
  server.once('listening', () => server.prependListener('request', begin))
}
