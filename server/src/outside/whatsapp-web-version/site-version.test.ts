import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEgressClient, type EgressClient } from '../../platform/egress/egress-client'
import { createWebVersionFetcher, whatsappServiceWorkerUrl } from './site-version'

/** The site's answer to the next request. */
let answer: (response: ServerResponse) => void
let asked: { path: string | undefined; headers: Record<string, unknown> }[] = []
let site: Server
let outside: EgressClient
let url: string
beforeAll(async () => {
  site = createServer(({ url: path, headers }, response) => {
    asked.push({ path, headers })
    answer(response)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}` // the server listens on a port, whose address is an object
  outside = createEgressClient({ allow: [host] })
  url = `http://${host}/sw.js`
})
afterAll(async () => {
  await outside.close()
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
})

const script = 'self.__x={"server_revision":1046000000,"client_revision":1046000000}'
const answers = (status: number, body: string, headers: Record<string, string> = {}) => {
  asked = []
  answer = (response) => response.writeHead(status, headers).end(body)
}

test("the version of the script is read with a browser's headers", async () => {
  answers(200, script)

  expect(await createWebVersionFetcher(outside, url)()).toEqual([2, 3000, 1_046_000_000])
  expect(asked).toMatchObject([
    {
      path: '/sw.js',
      headers: { 'user-agent': expect.stringMatching(/^Mozilla\/5\.0 /), 'sec-fetch-site': 'none' },
    },
  ])
})

test('the default address is that of WhatsApp Web', async () => {
  const asking: string[] = []
  const read = createWebVersionFetcher({
    get: async (address) => {
      asking.push(address)
      return { status: 200, headers: {}, bytes: Buffer.from(script) }
    },
  })

  expect(await read()).toEqual([2, 3000, 1_046_000_000])
  expect(asking).toEqual([whatsappServiceWorkerUrl])
  expect(whatsappServiceWorkerUrl).toBe('https://web.whatsapp.com/sw.js')
})

test.each([
  ['an error page', 500, script, {}, 'unreachable'],
  ['no such page', 404, script, {}, 'unreachable'],
  ['a redirect to another host', 302, script, { location: 'http://example.com/sw.js' }, 'unreachable'],
  ['a redirect to itself', 301, script, { location: '/sw.js' }, 'unreachable'],
  ['a page in place of the script', 200, '<!doctype html>', {}, 'no-version'],
  ['an absurd revision', 200, '"client_revision":10460000000', {}, 'no-version'],
  ['nothing', 200, '', {}, 'no-version'],
  ['more than 1 MB', 200, `${script}${' '.repeat(1 << 20)}`, {}, 'unreachable'],
] as const)('%s is no version, and is requested once', async (_, status, body, headers, failure) => {
  answers(status, body, headers)

  expect(await createWebVersionFetcher(outside, url)()).toBe(failure)
  expect(asked).toHaveLength(1)
})

test('a site that closes the connection is unreachable', async () => {
  answer = (response) => response.destroy()

  expect(await createWebVersionFetcher(outside, url)()).toBe('unreachable')
})

test('a private address is not called unless it is allowed', async () => {
  answers(200, script)
  const strict = createEgressClient()

  expect(await createWebVersionFetcher(strict, url)()).toBe('unreachable')
  expect(asked).toEqual([])
  await strict.close()
})

test('a site that never completes its answer is given up after five seconds', async () => {
  answer = (response) => {
    response.writeHead(200)
    response.write(script)
  }
  const begin = performance.now()

  expect(await createWebVersionFetcher(outside, url)()).toBe('unreachable')
  expect(performance.now() - begin).toBeLessThan(8_000)
}, 20_000)
