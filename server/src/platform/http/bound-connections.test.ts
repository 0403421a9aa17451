import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { limitConnections } from './bound-connections'

/** A server whose connections the test opens; counts the refused ones. */
function aServer(trustedProxies: readonly string[] = []) {
  const server = createServer()
  limitConnections(server, trustedProxies, { all: 100, ofOneAddress: 3 })
  return {
    server,
    arrive(remoteAddress: string) {
      const socket = Object.assign(new EventEmitter(), {
        remoteAddress,
        isRefused: false,
        destroy() {
          socket.isRefused = true
        },
      })
      server.emit('connection', socket as unknown as Socket)
      return socket
    },
  }
}

test('the number of all connections is limited', () => {
  expect(aServer().server.maxConnections).toBe(100)
})

test('one address has a limit, and others can still connect', () => {
  const { arrive } = aServer()

  const own = [1, 2, 3, 4].map(() => arrive('203.0.113.7'))
  const other = arrive('203.0.113.8')

  expect(own.map(({ isRefused }) => isRefused)).toEqual([false, false, false, true])
  expect(other.isRefused).toBe(false)
})

test('a closed connection frees its place, and a refused one never took one', () => {
  const { arrive } = aServer()
  const [first] = [1, 2, 3, 4].map(() => arrive('203.0.113.7'))

  first?.emit('close')

  expect(arrive('203.0.113.7').isRefused).toBe(false)
  expect(arrive('203.0.113.7').isRefused).toBe(true)
})

test('an IPv6 network counts as one address', () => {
  const { arrive } = aServer()

  const own = [1, 2, 3, 4].map((n) => arrive(`2001:db8:1:2::${n}`))

  expect(own.at(-1)?.isRefused).toBe(true)
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '::ffff:10.1.2.3', '192.0.2.9'])(
  'connections of a proxy on this machine or on the list count in total only: %s',
  (address) => {
    const { arrive } = aServer(['10.0.0.0/8', '192.0.2.9', '2001:db8::/32'])

    expect([1, 2, 3, 4].map(() => arrive(address).isRefused)).toEqual([false, false, false, false])
  },
)
