import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CompanyId, ConnectionId, WhatsappMessageId } from '@balcao/domain/ids'
import {
  LinkingRefused,
  MediaGone,
  type MediaReference,
  NotConnected,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { LiveLink } from '../../features/connections/live-links.port'
import { deriveProcessCallKey, signProcessCall } from '../../platform/cluster/call-signature'
import { createLog } from '../../platform/log'
import { manualTimers } from '../../testing/manual-timers'
import { runningClock } from '../../testing/test-app'
import { until } from '../../testing/until'
import { openWhatsappLinkCallServer, type WhatsappLinkCallServer } from './answer-links'
import { whatsappLinksOfOtherProcesses } from './links-elsewhere'

const companyId = 3 as CompanyId
const connectionId = 5 as ConnectionId
const holderId = 12
const key = deriveProcessCallKey('the secret of the installation')
const log: string[] = []

let calls: unknown[][]
let answers: Partial<WhatsappLink>
let server: WhatsappLinkCallServer
beforeEach(async () => {
  calls = []
  answers = {}
  log.splice(0)
  server = await openWhatsappLinkCallServer({ host: '127.0.0.1', port: 0 }, key, runningClock)
  // Records each call, and answers what the test says.
  const link = new Proxy({} as WhatsappLink, {
    get:
      (_, method: keyof WhatsappLink) =>
      async (...args: unknown[]) => {
        calls.push([method, ...args])
        return (answers[method] as undefined | ((...given: unknown[]) => unknown))?.(...args)
      },
  })
  server.answer(holderId, (company, connection) =>
    company === companyId && connection === connectionId ? link : null,
  )
})
afterEach(() => server.close())

/** The link as another process sees it. */
function remote({
  address = server.address,
  id = holderId,
  of = connectionId,
  callKey = key,
  clock = runningClock,
} = {}): LiveLink {
  const link = whatsappLinksOfOtherProcesses({
    openLinks: { elsewhere: (name) => new Map(name === `${companyId}:${of}` ? [[id, true]] : []) },
    node: { others: () => [{ id, address, roles: ['sessions'], isDraining: false }] },
    callKey,
    clock,
    log: createLog({ level: 'warn', isReadable: false, write: (line) => log.push(line) }),
  })(companyId, of)
  if (link === null) throw new Error('no process has this link')
  return link
}

/** A server of someone else, on a port of its own. */
async function strangeServer(listener: RequestListener): Promise<string> {
  const strange = createServer(listener).listen(0, '127.0.0.1')
  await once(strange, 'listening')
  onTestFinished(() => {
    strange.close()
    strange.closeAllConnections()
  })
  return `127.0.0.1:${(strange.address() as AddressInfo).port}`
}

const carla = { kind: 'person', phone: '5511911112222', lid: '99887766' } as const
const family = { kind: 'group', group: '1203630' } as const
const message = {
  chat: family,
  id: '3EB0' as WhatsappMessageId,
  fromMe: false,
  author: { ...carla, lid: null },
} as const
const reference = JSON.stringify({ mediaKey: 'q83v+/==', directPath: '/v/ã' }) as MediaReference
const moved = JSON.stringify({ mediaKey: 'q83v+/==', directPath: '/w' }) as MediaReference

describe('a link of another process', () => {
  test.each<[keyof LiveLink, readonly unknown[], unknown]>([
    ['typing', [carla, 'recording'], undefined],
    ['requestReupload', [message, reference], moved],
    ['lookUp', ['5511911112222'], carla],
    ['lookUp', ['5511911112222'], null],
    ['profilePicture', [family], 'https://pps.whatsapp.net/v/1.jpg?ccb=1'],
    ['profilePicture', [carla], null],
    ['groupInfo', [family], { subject: 'Família 🌻' }],
    ['requestPairingCode', ['5511911112222'], 'ABCD1234'],
    ['logout', [], undefined],
  ])('%s arrives with its arguments, and its result returns', async (method, args, result) => {
    answers[method] = async () => result as never

    const returned = await (remote()[method] as (...given: unknown[]) => unknown)(...args)

    expect(returned).toEqual(result)
    expect(calls).toEqual([[method, ...args]])
  })

  test('the members of a group stay in its process', async () => {
    answers.groupInfo = async () => ({ subject: 'Loja', members: Array.from({ length: 5_000 }, () => carla) })

    expect(await remote().groupInfo(family)).toEqual({ subject: 'Loja' })
  })

  test.each([
    new NotConnected('this connection is not open'),
    new MediaGone('the phone no longer has it'),
    new LinkingRefused(429),
    new LinkingRefused(null),
    new Error('the driver broke'),
  ])('the error %s keeps its class, text and code', async (error) => {
    answers.logout = () => Promise.reject(error)

    const rejected: unknown = await remote()
      .logout()
      .catch((reason) => reason)

    expect(rejected).toBeInstanceOf(error.constructor)
    expect(rejected).toMatchObject({ ...error, message: error.message })
    expect(log, 'the caller handles it').toEqual([])
  })

  test('a result of a wrong shape is an error', async () => {
    answers.lookUp = async () => ({ kind: 'robot' }) as never

    await expect(remote().lookUp('5511911112222')).rejects.toThrow()
    expect(log).toEqual([])
  })

  test('that its process has lost is not connected', async () => {
    const of = 6 as ConnectionId

    await expect(remote({ of }).logout()).rejects.toThrow(NotConnected)
    expect(calls).toEqual([])
  })
})

describe('a process that is', () => {
  const refused = async (link: LiveLink) => {
    await expect(link.lookUp('5511911112222')).rejects.toThrow(NotConnected)
    expect(calls).toEqual([])
    return log.join()
  }

  test('dead makes its links not connected, and is logged', async () => {
    await server.close()

    expect(await refused(remote())).toContain('ECONNREFUSED')
  })

  test('silent is waited for until the time limit', async () => {
    let isCalled = false
    const address = await strangeServer(() => {
      isCalled = true
    })
    const clock = manualTimers(runningClock.now)
    const asked = refused(remote({ address, clock }))
    await until('it is called', () => isCalled)
    clock.fire()

    expect(await asked).toContain('no answer within the time limit')
    expect(clock.waiting()).toBe(0)
  })

  test('silent in the middle of its answer is waited for until the time limit', async () => {
    let isCalled = false
    const address = await strangeServer((_, reply) => {
      reply.writeHead(200).write('{', () => {
        isCalled = true
      })
    })
    const clock = manualTimers(runningClock.now)
    const asked = refused(remote({ address, clock }))
    await until('it is called', () => isCalled)
    clock.fire()

    await asked
  })

  test('of another installation refuses, and the log says why', async () => {
    expect(await refused(remote({ callKey: deriveProcessCallKey('another secret') }))).toContain(
      'secrets or the clocks',
    )
  })

  test('new at the address of another one refuses', async () => {
    await refused(remote({ id: holderId - 1 }))
  })

  test.each<[string, RequestListener]>([
    ['answers without a signature', (_, reply) => reply.end('{"result":null}')],
    [
      'answers with the signature of the call',
      (request, reply) =>
        reply
          .setHeader('x-balcao-signature', String(request.headers['x-balcao-signature']))
          .end('{"result":null}'),
    ],
    ['answers too much', (_, reply) => reply.end('x'.repeat(17 << 10))],
    ['answers without an end', (_, reply) => void reply.write('x'.repeat(17 << 10))],
  ])('strange and %s is not believed', async (_, listener) => {
    await refused(remote({ address: await strangeServer(listener) }))
  })

  test('strange and redirects is not followed', async () => {
    const { address } = server
    const redirecting = await strangeServer((_, reply) =>
      reply.writeHead(307, { location: `http://${address}/links` }).end(),
    )

    await refused(remote({ address: redirecting }))
  })
})

describe('N1 a stranger on the port', () => {
  const body = JSON.stringify({ companyId, connectionId, method: 'logout', args: [] })
  const say = async ({ path = '/links', method = 'POST', signature = '', text = body } = {}) => {
    const answer = await fetch(`http://${server.address}${path}`, {
      method,
      headers: { 'x-balcao-signature': signature },
      ...(method !== 'GET' && { body: text }),
    })
    const { date: _, ...headers } = Object.fromEntries(answer.headers)
    return { status: answer.status, said: await answer.text(), headers }
  }
  const signed = (text = body, by = key, at = runningClock.now()) => signProcessCall(by, holderId, text, at)
  const early = () => new Date(runningClock.now().getTime() - 31_000)

  test.each([
    ['GET', () => ({ method: 'GET', signature: signed() }), 404],
    ['PUT', () => ({ method: 'PUT', signature: signed() }), 404],
    ['another path', () => ({ path: '/', signature: signed() }), 404],
    ['a path with a query', () => ({ path: '/links?x=1', signature: signed() }), 404],
    ['no signature', () => ({}), 401],
    ['a guessed key', () => ({ signature: signed(body, deriveProcessCallKey('guess')) }), 401],
    ['a changed body', () => ({ signature: signed(), text: body.replace('5', '6') }), 401],
    ['an old signature', () => ({ signature: signed(body, key, early()) }), 401],
  ])('with %s gets a status and nothing else', async (_, call, status) => {
    expect(await say(call())).toEqual({
      status,
      said: '',
      headers: { connection: 'close', 'content-length': '0' },
    })
    expect(calls).toEqual([])
  })

  test('a repeated call is refused', async () => {
    const signature = signed()

    expect((await say({ signature })).status).toBe(200)
    expect(await say({ signature })).toMatchObject({ status: 401, said: '' })
    expect(calls).toEqual([['logout']])
  })

  test.each([
    ['too long', 'x'.repeat(17 << 10)],
    ['no JSON', '{'],
    ['a call of another method of the link', body.replace('logout', 'stop')],
    ['a call of a method of objects', body.replace('logout', 'constructor')],
    ['a call without a company', body.replace('companyId', 'company')],
  ])('a signed body that is %s closes the connection', async (_, text) => {
    await expect(say({ text, signature: signed(text) })).rejects.toThrow()
    expect(calls).toEqual([])
  })

  test('wrong arguments do not reach the link', async () => {
    const text = body.replace('[]', '["now"]')

    const { said } = await say({ text, signature: signed(text) })

    expect(JSON.parse(said).failure.name).toBe('Error')
    expect(calls).toEqual([])
  })

  test('a call before the process has its links is refused', async () => {
    const starting = await openWhatsappLinkCallServer({ host: '127.0.0.1', port: 0 }, key, runningClock)
    onTestFinished(() => starting.close())

    await expect(remote({ address: starting.address }).logout()).rejects.toThrow(NotConnected)
  })
})
