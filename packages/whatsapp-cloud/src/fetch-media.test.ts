import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { credentialsKeyStoreKey } from '@balcao/domain/official-credentials'
import { MediaGone } from '@balcao/whatsapp/gateway'
import { afterEach, expect, test } from 'vitest'
import { fetchMedia } from './fetch-media'
import { mediaReference } from './media-reference'

const stored = {
  accountId: '1',
  phoneNumberId: '2',
  token: 'secret-token',
  appId: null,
  appSecret: 's',
  verifyToken: 'v',
}
const keys = { load: async () => new Map([[credentialsKeyStoreKey.id, JSON.stringify(stored)]]) }
const bytes = Buffer.from('picture')
const reference = (sha256: string | null = null) => mediaReference({ id: '9', mime: null, sha256 })

const servers: { close(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A Graph API that gives this address for every media. */
async function graphWith(address: string, mediaHost: string) {
  const host = await serve((_, response) => response.end(JSON.stringify({ url: address })))
  return { url: `http://${host}`, version: 'v26.0', mediaHost }
}

function fetched(
  settings: Awaited<ReturnType<typeof graphWith>>,
  sha256: string | null = null,
  limit?: number,
) {
  return buffer(fetchMedia(settings, reference(sha256), AbortSignal.timeout(10_000), keys, limit))
}

test('a download that redirects elsewhere fails, and the token stays with the media host', async () => {
  const seen: unknown[] = []
  const elsewhere = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end(bytes)
  })
  const host = await serve((_, response) =>
    response.writeHead(302, { location: `http://${elsewhere}/` }).end(),
  )

  await expect(fetched(await graphWith(`http://${host}/a`, host))).rejects.toThrow('Meta answered 302')
  expect(seen).toEqual([])
})

test.each([
  'http://lookaside.fbsbx.com/a',
  'ftp://127.0.0.1/a',
  'nonsense',
  'https://lookaside.fbsbx.com.evil.example/',
])('the address %s is not asked', async (address) => {
  await expect(fetched(await graphWith(address, 'lookaside.fbsbx.com'))).rejects.toThrow(/^this media /)
})

test.each([404, 410])('a %i means that the media is gone', async (status) => {
  const host = await serve((_, response) => response.writeHead(status).end())

  await expect(fetched(await graphWith(`http://${host}/a`, host))).rejects.toBeInstanceOf(MediaGone)
})

test('the bytes come whole, up to a limit, and are compared with their hash', async () => {
  const host = await serve((_, response) => response.end(bytes))
  const settings = await graphWith(`http://${host}/a`, host)
  const hash = createHash('sha256').update(bytes).digest()

  expect(await fetched(settings)).toEqual(bytes)
  expect(await fetched(settings, hash.toString('base64'))).toEqual(bytes)
  expect(await fetched(settings, hash.toString('hex'))).toEqual(bytes)
  await expect(fetched(settings, 'AAAA')).rejects.toThrow('the hash of this media is wrong')
  await expect(fetched(settings, null, 3)).rejects.toThrow('larger than we keep')
})
