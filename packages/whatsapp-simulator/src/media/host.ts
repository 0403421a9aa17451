import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { MediaType } from 'baileys'
import type { Chance } from '../chance'
import { listenOn } from '../loopback'
import { mediaCertificate, mediaPrivateKey } from './certificate'
import { type MediaReference, sealMedia, sha256 } from './cipher'
import type { MediaStore } from './store'

const MAX_UPLOAD_BYTES = 100 * 1024 * 1024
/** The token of `media_conn`, which uploads must present. */
export const MEDIA_AUTH = 'simulated-media-auth'

export interface MediaHost {
  /** `localhost:PORT`; clients put `https://` before it themselves. */
  readonly hostname: string
  /** Encrypts a file and makes it available, as a sending phone does. */
  publish(plain: Buffer, type: MediaType): Promise<MediaReference & { directPath: string; url: string }>
  /** The encrypted file at the path that an uploader was given. */
  fetch(directPath: string): Buffer | undefined
  /** The next `times` requested files are permanently missing: downloads are answered with that status. */
  lose(status: 404 | 410, times: number): void
  /** Withholds the answers to uploads. Releasing them answers all. */
  holdUploads(isHeld: boolean): void
  /** Makes an encrypted file available again under another path; undefined when it was never published. */
  uploadAgain(directPath: string): { directPath: string } | undefined
  close(): Promise<void>
}

interface MediaNotices {
  uploaded(): void
  downloaded(): void
  refused(cause: string): void
}

/**
 * A small version of WhatsApp's media servers: uploads and downloads over https, on this machine only. It uses the
 * wanted port when that is free, so that addresses in stored messages outlive a restart; else (or for 0) any.
 */
export async function startMediaHost(
  wantedPort: number,
  store: MediaStore,
  chance: Chance,
  notices: MediaNotices,
  picture: (phone: string) => Buffer | undefined,
): Promise<MediaHost> {
  const keep = (blob: Buffer) => {
    const name = chance.bytes(16).toString('hex')
    store.put(name, blob)
    return { directPath: `/v/${name}`, url: `https://${hostname()}/v/${name}` }
  }
  const lost = new Map<string, number>()
  let losing = { status: 0, times: 0 }
  const isLost = (path: string) => {
    if (losing.times > 0 && !lost.has(path) && fetch(path)) {
      losing.times--
      lost.set(path, losing.status)
    }
    return lost.get(path)
  }
  const fetch = (directPath: string) => {
    const [, name] = /^\/v\/([0-9a-f]+)/.exec(directPath) ?? []
    return name ? store.get(name) : undefined
  }
  let letGo: (() => void) | null = null
  let answers: Promise<void> = Promise.resolve()
  const holdUploads: MediaHost['holdUploads'] = (isHeld) => {
    letGo?.()
    letGo = null
    if (isHeld)
      answers = new Promise((resolve) => {
        letGo = resolve
      })
  }
  const server = createServer({ cert: mediaCertificate, key: mediaPrivateKey }, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://localhost')
    if (request.method === 'POST') {
      void takeUpload(request, response, url, keep, notices, () => answers)
      return
    }
    const [, phone] = /^\/pictures\/(\d+)$/.exec(url.pathname) ?? []
    const status = isLost(url.pathname)
    if (status) {
      response.writeHead(status).end()
      return
    }
    const bytes = phone ? picture(phone) : fetch(url.pathname)
    if (bytes && !phone) notices.downloaded()
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await listenOn(server, wantedPort).catch(() => listenOn(server, 0))
  // `address()` is a string only for pipes.
  const hostname = () => `localhost:${(server.address() as AddressInfo).port}`
  const publish: MediaHost['publish'] = async (plain, type) => {
    const { blob, reference } = await sealMedia(plain, type, chance.bytes(32))
    return { ...reference, ...keep(blob) }
  }
  const lose: MediaHost['lose'] = (status, times) => {
    losing = { status, times }
  }
  const uploadAgain: MediaHost['uploadAgain'] = (directPath) => {
    const blob = fetch(directPath)
    return blob && keep(blob)
  }
  const close = async () => {
    letGo?.()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { hostname: hostname(), publish, fetch, lose, holdUploads, uploadAgain, close }
}

/** Accepts `/mms/<kind>/<token>`, where the token is the hash of the body: an upload with another hash is refused. */
async function takeUpload(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  keep: (blob: Buffer) => { directPath: string; url: string },
  notices: MediaNotices,
  mayAnswer: () => Promise<void>,
): Promise<void> {
  const body = await readBody(request)
  const refuse = (status: number, cause: string) => {
    notices.refused(`upload ${cause}`)
    response.writeHead(status).end()
  }
  if (!body) return refuse(413, 'too large or cut short')
  if (url.searchParams.get('auth') !== MEDIA_AUTH) return refuse(401, 'without the right auth')
  const token = url.pathname.split('/').at(-1)
  if (token !== sha256(body).toString('base64url')) return refuse(400, 'token is not the hash of the body')
  const { directPath, url: address } = keep(body)
  notices.uploaded()
  await mayAnswer()
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ url: address, direct_path: directPath }))
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request) {
      size += part.length
      if (size > MAX_UPLOAD_BYTES) return undefined
      parts.push(part)
    }
  } catch {
    // The uploader disconnected, so no answer is needed.
    return undefined
  }
  return Buffer.concat(parts)
}
