import { createCipheriv, createHash, createHmac } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { getMediaKeys } from 'baileys'
import { MockAgent } from 'undici'
import { beforeEach, expect, test } from 'vitest'
import { fetchMedia } from './fetch-media'
import { MediaGone, type MediaReference } from './gateway'
import { mediaReference } from './media-reference'
import { realWhatsapp, type WhatsappEndpoint } from './simulator-trust'

let network: MockAgent
let endpoint: WhatsappEndpoint
beforeEach(() => {
  network = new MockAgent()
  network.disableNetConnect()
  endpoint = { ...realWhatsapp, download: network }
})

const bytes = Buffer.from('a picture of a cat')
const mediaKey = Buffer.alloc(32, 9)

async function encrypted(): Promise<Buffer> {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, 'image')
  if (!macKey) throw new Error('no MAC key')
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([body, createHmac('sha256', macKey).update(iv).update(body).digest().subarray(0, 10)])
}

function reference(url: string, fileSha256?: Buffer): MediaReference {
  const made = mediaReference('image', { url, mediaKey, fileSha256: fileSha256 ?? null })
  if (made === null) throw new Error('no reference')
  return made
}

function answers(host: string, status: number, body: Buffer | string = ''): void {
  network.get(`https://${host}`).intercept({ path: '/v/cat.enc' }).reply(status, body)
}

const fetchFrom = (url: string, hash?: Buffer) =>
  buffer(fetchMedia(endpoint, reference(url, hash), AbortSignal.timeout(5000)))

test('a media is downloaded and decrypted', async () => {
  answers('mmg.whatsapp.net', 200, await encrypted())

  const fetched = await fetchFrom(
    'https://mmg.whatsapp.net/v/cat.enc',
    createHash('sha256').update(bytes).digest(),
  )

  expect(Buffer.from(fetched).equals(bytes)).toBe(true)
})

test('a host that the sender invented gets no request', async () => {
  answers('mmg.whatsapp.net', 200, await encrypted())

  const fetched = await fetchFrom('https://10.0.0.1/v/cat.enc')

  expect(Buffer.from(fetched).equals(bytes)).toBe(true)
})

test.each([404, 410])('%i means that it is gone', async (status) => {
  answers('mmg.whatsapp.net', status)

  await expect(fetchFrom('https://mmg.whatsapp.net/v/cat.enc')).rejects.toThrow(MediaGone)
})

test('another error may be temporary, and does not mean gone', async () => {
  answers('mmg.whatsapp.net', 503)

  await expect(fetchFrom('https://mmg.whatsapp.net/v/cat.enc')).rejects.toThrow('503')
})

test('a file that was tampered with is refused', async () => {
  const spoilt = await encrypted()
  spoilt.writeUInt8(spoilt.readUInt8(0) ^ 1, 0)
  answers('mmg.whatsapp.net', 200, spoilt)

  await expect(fetchFrom('https://mmg.whatsapp.net/v/cat.enc')).rejects.toThrow(/MAC/)
})

test('a file with another hash than announced is refused', async () => {
  answers('mmg.whatsapp.net', 200, await encrypted())

  await expect(fetchFrom('https://mmg.whatsapp.net/v/cat.enc', Buffer.alloc(32))).rejects.toThrow(/hash/)
})

test.each(['//10.0.0.1/x', 'http://10.0.0.1/x', '\\\\10.0.0.1\\x', 'https://evil.example/x'])(
  "E1 a sender's path to another host, %s, is not followed",
  async (directPath) => {
    const made = mediaReference('image', { directPath, mediaKey })
    if (made === null) throw new Error('no reference')

    await expect(buffer(fetchMedia(endpoint, made, AbortSignal.timeout(5000)))).rejects.toThrow(MediaGone)
  },
)

test('a tampered file comes without its last piece, which only a verified file has', async () => {
  const spoilt = await encrypted()
  spoilt.writeUInt8(spoilt.readUInt8(spoilt.length - 1) ^ 1, spoilt.length - 1)
  answers('mmg.whatsapp.net', 200, spoilt)
  const pieces: Uint8Array[] = []

  const keeping = (async () => {
    const url = 'https://mmg.whatsapp.net/v/cat.enc'
    for await (const piece of fetchMedia(endpoint, reference(url), AbortSignal.timeout(5000)))
      pieces.push(piece)
  })()

  await expect(keeping).rejects.toThrow(/MAC/)
  expect(Buffer.concat(pieces).length).toBeLessThan(bytes.length)
})
