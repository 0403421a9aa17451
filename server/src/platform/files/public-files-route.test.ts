import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CompanyId } from '@balcao/domain/ids'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorAnswer } from '../http/error-answer'
import { refuse } from '../refusal'
import { openDiskFileStore } from './disk-file-store'
import { deriveFileLinkSigningKeys, signFileLink } from './file-link'
import type { FileKey, FileStore } from './file-store'
import { addPublicFilesRoute } from './public-files-route'
import * as samples from './sample-files.fixture'
import { openTestS3Store } from './stores.fixture'

const company = 7 as CompanyId // tests choose the ids
const noon = new Date('2026-03-10T12:00:00Z')
const linkKeys = deriveFileLinkSigningKeys('a secret')

async function openOnDisk(folder: string) {
  return {
    store: await openDiskFileStore({ folder: join(folder, 'files'), reserveBytes: 0 }),
    close: async () => undefined,
  }
}

describe.each<[string, (folder: string) => Promise<{ store: FileStore; close(): Promise<void> }>]>([
  ['on the disk', openOnDisk],
  ['in a bucket', () => openTestS3Store()],
])('public files %s', (_place, openStore) => {
  let folder: string
  let opened: Awaited<ReturnType<typeof openStore>>
  let app: FastifyInstance
  let now: Date
  beforeEach(async () => {
    now = noon
    folder = await mkdtemp(join(tmpdir(), 'balcao-public-'))
    opened = await openStore(folder)
    await writeFile(join(folder, 'secrets.json'), 'canary')
    app = Fastify()
    addPublicFilesRoute(app, { store: opened.store, linkKeys, clock: { now: () => now } })
  })
  afterEach(async () => {
    await app.close()
    await opened.close()
    await rm(folder, { recursive: true })
  })

  const stored = async (bytes: Buffer) => (await opened.store.put(company, bytes, () => 1 << 20)).key
  const linkTo = (key: FileKey, name?: string) => signFileLink(linkKeys, key, noon, name)

  /** Sends the path unchanged; `fetch` and `inject` would normalise it. */
  async function fetchRaw(path: string) {
    // `address()` is a string only for pipes.
    const { port } = app.server.address() as AddressInfo
    const sent = request({ host: '127.0.0.1', port, path, agent: false }).end()
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    return { status: answer?.statusCode, body: answer && (await text(answer)) }
  }

  describe('C3 types that a browser may show inline', () => {
    it.each([
      ['jpeg', samples.jpeg, 'image/jpeg'],
      ['jpeg with a page behind it', samples.jpegWithHtmlAppended, 'image/jpeg'],
      ['png', samples.png, 'image/png'],
      ['webp', samples.webp, 'image/webp'],
      ['gif', samples.gif, 'image/gif'],
      ['gif that is also a page', samples.gifPolyglot, 'image/gif'],
      ['mp4', () => samples.mp4, 'video/mp4'],
      ['m4a', () => samples.m4a, 'audio/mp4'],
      ['mp3', () => samples.mp3, 'audio/mpeg'],
      ['ogg', () => samples.ogg, 'audio/ogg'],
    ])('C3 %s is shown, and only as itself', async (_what, bytes, mimetype) => {
      const link = linkTo(await stored(await bytes()), 'page.html')

      const answer = await app.inject(link)

      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(mimetype)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-disposition']).toBeUndefined()
      expect(answer.rawPayload).toEqual(await bytes())
    })

    it.each([
      ['html', samples.html],
      ['svg', samples.svg],
      ['svg with a prolog', samples.svgWithProlog],
      ['xml', samples.xml],
      ['pdf with a script', samples.pdf],
      ['webm', samples.webm],
      ['plain text', Buffer.from('hello')],
    ])('C3 %s is a download in a sandbox, regardless of its name', async (_what, bytes) => {
      const link = linkTo(await stored(bytes), 'fo\u200bto.html\u202e.png')

      const answer = await app.inject(link)

      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe('application/octet-stream')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="foto.html.png"; filename*=UTF-8''foto.html.png`,
      )
    })
  })

  describe('C4 access', () => {
    it('C4 unknown, expired, forged, foreign and malformed links get the same answer', async () => {
      const key = await stored(samples.pdf)
      const good = linkTo(key)
      const query = good.slice(good.indexOf('?'))
      const name = key.slice(2)
      const targets = [
        linkTo(`7/${'0'.repeat(32)}.bin`),
        signFileLink(deriveFileLinkSigningKeys('another secret'), key, noon),
        signFileLink(linkKeys, key, new Date('2026-03-01T12:00:00Z')),
        `/public/8/${name}${query}`,
        `/public/${key}`,
        `/public/8/..%2f7%2f${name}${query}`,
        `/public/7%2f${name}${query}`,
        `/public/%37/${name}${query}`,
        `/public/..%2fsecrets.json${query}`,
        `/public/..%5csecrets.json${query}`,
        `/public/%2e%2e/secrets.json${query}`,
        `/public/%252e%252e%252fsecrets.json${query}`,
        `/public/../secrets.json${query}`,
        `/public//etc/passwd${query}`,
        `/public/%2fetc%2fpasswd${query}`,
        `/public/C:%5cWindows%5cwin.ini${query}`,
        `/public/7/${name}%00.jpg${query}`,
        `/public/7/${name}/${query}`,
        `/public/${query}`,
      ]

      await app.listen({ port: 0, host: '127.0.0.1' })
      const answers = await Promise.all(targets.map(fetchRaw))

      const body = JSON.stringify(errorAnswer(refuse('ERR_NOT_FOUND')).body)
      expect(answers).toEqual(targets.map(() => ({ status: 404, body })))
      expect((await app.inject(good)).statusCode).toBe(200)
    })

    it('C4 a link is valid until the end of the next day and no longer', async () => {
      const link = linkTo(await stored(samples.pdf))

      now = new Date('2026-03-11T23:59:59Z')
      const before = await app.inject(link)
      now = new Date('2026-03-12T00:00:00Z')
      const after = await app.inject(link)

      expect(before.statusCode).toBe(200)
      expect(before.headers['cache-control']).toBe('private, max-age=1, immutable')
      expect(after.statusCode).toBe(404)
      expect(after.headers['cache-control']).toBe('no-store')
    })
  })

  describe('ranges', () => {
    it('a range is answered with its part, and one beyond the end is refused', async () => {
      const link = linkTo(await stored(samples.ogg))

      const part = await app.inject({ url: link, headers: { range: 'bytes=1-3' } })
      const beyond = await app.inject({ url: link, headers: { range: 'bytes=9999-' } })

      expect(part.statusCode).toBe(206)
      expect(part.body).toBe('ggS')
      expect(part.headers['content-range']).toBe(`bytes 1-3/${samples.ogg.length}`)
      expect(part.headers['content-length']).toBe('3')
      expect(beyond.statusCode).toBe(416)
      expect(beyond.headers['content-range']).toBe(`bytes */${samples.ogg.length}`)
    })

    it('a range of a changed file is answered with the whole file', async () => {
      const link = linkTo(await stored(samples.ogg))

      const answer = await app.inject({ url: link, headers: { range: 'bytes=1-3', 'if-range': '"other"' } })

      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload).toEqual(samples.ogg)
    })

    it("a file in the browser's cache is not sent again, and HEAD sends no body", async () => {
      const link = linkTo(await stored(samples.ogg))

      const first = await app.inject({ method: 'HEAD', url: link })
      const again = await app.inject({ url: link, headers: { 'if-none-match': `${first.headers.etag}` } })

      expect(first.statusCode).toBe(200)
      expect(first.headers['content-length']).toBe(`${samples.ogg.length}`)
      expect(first.body).toBe('')
      expect(again.statusCode).toBe(304)
      expect(again.body).toBe('')
    })
  })
})
