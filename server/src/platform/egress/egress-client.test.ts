import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { mediaCertificate, mediaPrivateKey } from '@balcao/whatsapp-simulator/media/certificate'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolveHost } from './connect-checked'
import { createEgressClient, type EgressAnswer } from './egress-client'
import { type FakeInternet, startFakeInternet } from './scripted-internet.fixture'

const PUBLIC = '93.184.216.34'
const OTHER_PUBLIC = '8.8.4.4'
const limits = { maxBytes: 1_000, timeoutMs: 2_000 }
const everyNameIs =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses

let internet: FakeInternet
afterEach(() => internet.close())

describe('E1 the one client for outside addresses', () => {
  it('E1 answers with status, headers and bytes of a public host', async () => {
    internet = await startFakeInternet(
      (_, response) => response.writeHead(404, { 'x-tell': 'yes' }).end('gone'),
      everyNameIs(PUBLIC),
    )

    const answer = await internet.client.get('http://pictures.example/a?b=c', limits)

    expect(answer.status).toBe(404)
    expect(answer.headers['x-tell']).toBe('yes')
    expect(answer.bytes.toString()).toBe('gone')
    expect(internet.requests[0]?.url).toBe('/a?b=c')
    expect(internet.dialled).toEqual([PUBLIC])
  })

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://１２７.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.8:8443/',
    'http://localhost/',
    'ftp://pictures.example/',
    'file:///etc/passwd',
    'data:text/plain,hello',
    'http://user:secret@pictures.example/',
    '//pictures.example/',
    'not an address',
  ])('E1 refuses %s without opening a socket', async (url) => {
    internet = await startFakeInternet(
      (_, response) => response.end(),
      async (name) => (name === 'localhost' ? ['127.0.0.1'] : [PUBLIC]),
    )

    const call = internet.client.get(url, limits)

    await expect(call).rejects.toMatchObject({ reason: 'address-refused' })
    expect(internet.dialled).toEqual([])
    expect(internet.requests).toEqual([])
  })

  it('E1 refuses a name of which one address is private', async () => {
    internet = await startFakeInternet((_, response) => response.end(), everyNameIs(PUBLIC, '10.0.0.5'))

    const call = internet.client.get('http://mixed.example/', limits)

    await expect(call).rejects.toMatchObject({ reason: 'address-refused' })
    expect(internet.dialled).toEqual([])
  })

  it('E1 connects only to the checked address when the name resolves differently afterwards', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']]
    const asked: string[] = []
    internet = await startFakeInternet(
      (_, response) => response.writeHead(302, { location: '/again', connection: 'close' }).end(),
      async (name) => {
        asked.push(name)
        return answers.shift() ?? ['127.0.0.1']
      },
    )

    const call = internet.client.get('http://rebind.example/', limits)

    // The second connection resolves again, gets the private address, and is refused.
    await expect(call).rejects.toMatchObject({ reason: 'address-refused' })
    expect(asked).toEqual(['rebind.example', 'rebind.example'])
    expect(internet.dialled).toEqual([PUBLIC])
    expect(internet.requests.map((request) => request.url)).toEqual(['/'])
  })

  it.each(['http://127.0.0.1/', 'http://2130706433/', 'http://intern.example/', 'file:///etc/passwd'])(
    'E1 refuses a redirect to %s',
    async (location) => {
      internet = await startFakeInternet(
        (_, response) => response.writeHead(302, { location }).end(),
        async (name) => (name === 'intern.example' ? ['192.168.0.1'] : [PUBLIC]),
      )

      const call = internet.client.get('http://pictures.example/', limits)

      await expect(call).rejects.toMatchObject({ reason: 'address-refused' })
      expect(internet.requests).toHaveLength(1)
    },
  )

  it('E1 follows five redirects and not six', async () => {
    internet = await startFakeInternet((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('here')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    }, everyNameIs(PUBLIC))

    const five = await internet.client.get('http://chain.example/5', limits)
    const six = internet.client.get('http://chain.example/6', limits)

    expect(five.bytes.toString()).toBe('here')
    await expect(six).rejects.toMatchObject({ reason: 'too-many-redirects' })
  })

  it('E1 sends no header of the caller and no cookie to another host', async () => {
    internet = await startFakeInternet(
      (request, response) => {
        if (request.headers.host === 'first.example') {
          response.writeHead(302, { location: 'http://second.example/', 'set-cookie': 'a=b' }).end()
        } else response.end()
      },
      async (name) => [name === 'first.example' ? PUBLIC : OTHER_PUBLIC],
    )

    await internet.client.get('http://first.example/', {
      ...limits,
      headers: { authorization: 'Bearer secret', cookie: 'c=d', 'x-api-key': 'secret' },
    })

    expect(internet.requests[0]?.headers).toMatchObject({ authorization: 'Bearer secret', cookie: 'c=d' })
    expect(Object.keys(internet.requests[1]?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'connection',
      'host',
    ])
    expect(internet.dialled).toEqual([PUBLIC, OTHER_PUBLIC])
  })

  it('E1 does not resend the body of a post to another host', async () => {
    internet = await startFakeInternet(
      (_, response) => response.writeHead(307, { location: 'http://second.example/' }).end(),
      everyNameIs(PUBLIC),
    )

    const call = internet.client.post('http://first.example/', '{"secret":1}', limits)

    await expect(call).rejects.toMatchObject({ reason: 'address-refused' })
    expect(internet.requests).toHaveLength(1)
  })

  it('E1 stops at the limit of bytes, announced or not', async () => {
    internet = await startFakeInternet((request, response) => {
      if (request.url === '/announced') response.writeHead(200, { 'content-length': '5000' })
      response.end(Buffer.alloc(5_000))
    }, everyNameIs(PUBLIC))

    const [announced, silent] = await Promise.allSettled([
      internet.client.get('http://big.example/announced', limits),
      internet.client.get('http://big.example/silent', limits),
    ])

    expect(announced).toMatchObject({ reason: { reason: 'too-large' } })
    expect(silent).toMatchObject({ reason: { reason: 'too-large' } })
  })

  it('E1 gives up on a host that does not answer, and when the caller aborts', async () => {
    internet = await startFakeInternet(() => undefined, everyNameIs(PUBLIC))
    const caller = new AbortController()

    const calls = Promise.allSettled([
      internet.client.get('http://slow.example/', { ...limits, timeoutMs: 30 }),
      internet.client.get('http://slow.example/', { ...limits, signal: caller.signal }),
    ])
    caller.abort()
    const [slow, unwanted] = await calls

    expect(slow).toMatchObject({ reason: { reason: 'timed-out' } })
    expect(unwanted).toMatchObject({ reason: { reason: 'aborted' } })
  })

  it('E1 names no path, query or credential in what it throws', async () => {
    internet = await startFakeInternet((_, response) => response.socket?.destroy(), everyNameIs(PUBLIC))

    const error = await internet.client
      .get('http://host.example/path-canary?token=query-canary', limits)
      .catch((caught: unknown) => caught)

    expect(error).toMatchObject({ reason: 'unreachable' })
    expect(String((error as Error).message)).not.toContain('canary')
  })

  it('E1 reaches a private host only by the exact host and port of a setting', async () => {
    internet = await startFakeInternet((_, response) => response.end(), everyNameIs('127.0.0.1'))
    const server = createTlsServer({ cert: mediaCertificate, key: mediaPrivateKey }, (_, response) =>
      response.end('picture'),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // `address()` is a string only for pipes.
    const { port } = server.address() as AddressInfo
    const client = createEgressClient({ allow: [`localhost:${port}`], allowedCa: mediaCertificate })

    const allowed: EgressAnswer = await client.get(`https://localhost:${port}/pictures/1`, limits)
    const [byNumber, otherPort] = await Promise.allSettled([
      client.get(`https://127.0.0.1:${port}/pictures/1`, limits),
      client.get(`https://localhost:${port + 1}/`, limits),
    ])

    expect(allowed.bytes.toString()).toBe('picture')
    expect(byNumber).toMatchObject({ reason: { reason: 'address-refused' } })
    expect(otherPort).toMatchObject({ reason: { reason: 'address-refused' } })
    await client.close()
    server.closeAllConnections()
    server.close()
  })
})
