import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock'
import { errorAnswer } from '../http/error-answer'
import { refuse } from '../refusal'
import { inlineMimetype } from './file-kind'
import { type FileLinkSigningKeys, type FileLinkTarget, verifyFileLink } from './file-link'
import { contentDispositionHeader, displayFileName } from './file-name'
import type { ByteRange } from './file-store'
import { type FileStore, fileKeyParts } from './file-store'

export interface PublicFilesDependencies {
  readonly store: FileStore
  readonly linkKeys: FileLinkSigningKeys
  readonly clock: Pick<Clock, 'now'>
}

export interface PublicFileRequest {
  readonly target: string
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

export interface PublicFileAnswer {
  readonly status: 200 | 206 | 304 | 404 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly body: (() => Readable) | null
}

const NOT_FOUND: PublicFileAnswer = { status: 404, headers: {}, body: null }

/** Adds `GET /public/*`, which sends files without a session: the signature of the link authorises the call. */
export function addPublicFilesRoute(app: FastifyInstance, files: PublicFilesDependencies): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const answer = await servePublicFile(files, {
      target: request.raw.url ?? '',
      range: request.headers.range,
      ifRange: request.headers['if-range']?.toString(),
      ifNoneMatch: request.headers['if-none-match'],
    })
    reply.code(answer.status).headers(answer.headers)
    if (answer.status === 404) {
      const { body } = errorAnswer(refuse('ERR_NOT_FOUND'), request.headers['accept-language'])
      return reply.header('cache-control', 'no-store').send(body)
    }
    return reply.send(request.method === 'HEAD' ? undefined : answer.body?.())
  }
  // HEAD is explicit, because fastify's own would read the whole file and discard it.
  app.route({ method: ['GET', 'HEAD'], url: '/public/*', handler })
}

/** Sends the file of a link. All invalid links get the same answer, so that none reveals a file (security list C4). */
export async function servePublicFile(
  { store, linkKeys, clock }: PublicFilesDependencies,
  request: PublicFileRequest,
): Promise<PublicFileAnswer> {
  const now = clock.now()
  const link = verifyFileLink(linkKeys, request.target, now)
  const file = link && (await store.open(link.key))
  if (!link || !file) return NOT_FOUND

  // The key serves as the ETag, because the content behind a key never changes.
  const tag = `"${link.key}"`
  const headers = { ...headersOf(link, now), etag: tag }
  if (request.ifNoneMatch === tag) return { status: 304, headers, body: null }

  const wanted = request.ifRange === undefined || request.ifRange === tag ? request.range : undefined
  const range = parseByteRange(wanted, file.sizeBytes)
  if (range === 'all') {
    return {
      status: 200,
      headers: { ...headers, 'content-length': `${file.sizeBytes}` },
      body: () => file.stream(),
    }
  }
  if (range === 'beyond') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${file.sizeBytes}` }, body: null }
  }
  const part = {
    'content-length': `${range.end - range.start + 1}`,
    'content-range': `bytes ${range.start}-${range.end}/${file.sizeBytes}`,
  }
  return { status: 206, headers: { ...headers, ...part }, body: () => file.stream(range) }
}

function headersOf(link: FileLinkTarget, now: Date): Record<string, string> {
  const secondsLeft = Math.floor(link.expiresAtSeconds - now.getTime() / 1_000)
  const extension = fileKeyParts(link.key)?.extension ?? ''
  const mimetype = inlineMimetype(extension)
  return {
    'content-type': mimetype ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    // A file opened as a page gets an opaque origin and runs no script. A media player can still load its bytes.
    'content-security-policy': "sandbox; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    // Clients on other sites (ALLOWED_ORIGINS) show these files too. The signature protects them, not the origin.
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': `private, max-age=${secondsLeft}, immutable`,
    'accept-ranges': 'bytes',
    ...(mimetype === undefined && {
      'content-disposition': contentDispositionHeader(displayFileName(link.name ?? '')),
    }),
  }
}

/**
 * Parses a `Range` header (RFC 9110, 14.2). 'all': the whole file is sent, because the header is absent, has several
 * ranges or is unknown. 'beyond': the range begins after the end (416).
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'beyond' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') {
    const wanted = Number(last)
    return wanted === 0 ? 'beyond' : { start: Math.max(0, sizeBytes - wanted), end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= sizeBytes ? 'beyond' : { start, end }
}
