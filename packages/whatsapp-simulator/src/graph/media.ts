import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Caller, callerOf, numberFor, type Scope } from './access'
import { fieldsOf, requireProduct } from './fields'
import { contentType, type GraphAnswer, type GraphCall } from './graph-call'
import { GraphError, unknownObject } from './graph-error'
import type { GraphService } from './graph-service'
import { type BusinessNumber, graphId, type Media } from './world'

const MESSAGING: readonly Scope[] = ['whatsapp_business_messaging']
const DAY_MS = 24 * 3_600_000
const INBOUND_LIVES_MS = 7 * DAY_MS
const UPLOADED_LIVES_MS = 30 * DAY_MS
const ADDRESS_LIVES_SECONDS = 5 * 60
const LINK_WITHIN_MS = 10_000
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const MB = 1024 * 1024
/** Path of media beside the versions, as lookaside.fbsbx.com has it. */
export const MEDIA_PATH = '/graph/whatsapp_business/attachments/'

const LARGEST: readonly [types: RegExp, bytes: number][] = [
  [/^image\/(jpeg|png)$/, 5 * MB],
  [/^image\/webp$/, 500 * 1024],
  [/^video\/(mp4|3gpp)$/, 16 * MB],
  [/^audio\/(aac|amr|mpeg|mp4|ogg|opus)$/, 16 * MB],
  [/^(?!image\/|video\/|audio\/)[\w.+-]+\/[\w.+-]+$/, 100 * MB],
]

/** The types that a message of the kind may have. */
const TYPES: Record<string, RegExp> = {
  image: /^image\/(jpeg|png)$/,
  sticker: /^image\/webp$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\/(aac|amr|mpeg|mp4|ogg|opus)$/,
  document: /^[\w.+-]+\/[\w.+-]+$/,
}

export async function uploadMedia(call: GraphCall): Promise<GraphAnswer> {
  const number = numberFor(call.service, call.caller, call.id, MESSAGING, call.method)
  if (contentType(call.headers) !== 'multipart/form-data')
    throw new GraphError(100, 'The parameter file is required: send multipart/form-data.')
  const form = await formOf(call)
  requireProduct(fieldsOf({ messaging_product: form.get('messaging_product') }))
  const file = form.get('file')
  if (!(file instanceof Blob)) throw new GraphError(100, 'The parameter file is required.')
  const type = form.get('type')
  const mimeType = typeof type === 'string' && type !== '' ? type : file.type
  const bytes = Buffer.from(await file.arrayBuffer())
  requireUploadable(mimeType, bytes.length)
  const media = keepMedia(call.service, number, {
    bytes,
    mimeType,
    livesMs: UPLOADED_LIVES_MS,
    fileName: file.name,
  })
  return { body: { id: media.id } }
}

async function formOf({ raw, headers }: GraphCall): Promise<FormData> {
  const request = new Response(new Uint8Array(raw), {
    headers: { 'content-type': String(headers['content-type']) },
  })
  try {
    return await request.formData()
  } catch {
    throw new GraphError(100, 'The body is not valid multipart/form-data.')
  }
}

function requireUploadable(mimeType: string, size: number): void {
  const plain = plainType(mimeType)
  const [, largest] = LARGEST.find(([types]) => types.test(plain)) ?? []
  if (largest === undefined) throw new GraphError(131053, `Unsupported media type ${mimeType}.`)
  if (size === 0) throw new GraphError(131053, 'The file is empty.')
  if (size > largest)
    throw new GraphError(
      131053,
      `The file of ${size} bytes exceeds the limit of ${largest} bytes of ${plain}.`,
    )
}

/** Stores a file of a customer. Its type may be any. */
export function keepInbound(
  service: GraphService,
  number: BusinessNumber,
  file: { bytes: Buffer; mimeType: string; fileName?: string | undefined },
): Media {
  return keepMedia(service, number, { ...file, livesMs: INBOUND_LIVES_MS })
}

function keepMedia(
  service: GraphService,
  number: BusinessNumber,
  file: { bytes: Buffer; mimeType: string; livesMs: number; fileName?: string | undefined },
): Media {
  const { bytes, mimeType, livesMs, fileName } = file
  const media: Media = {
    id: graphId(service.chance),
    numberId: number.id,
    mimeType,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...(fileName && { fileName }),
    expiresAt: service.now() + livesMs,
  }
  service.files.put(fileKey(media.id), bytes)
  service.world.media[media.id] = media
  return media
}

export function bytesOf({ files }: Pick<GraphService, 'files'>, mediaId: string): Buffer | undefined {
  return files.get(fileKey(mediaId))
}

export function getMedia(call: GraphCall): GraphAnswer {
  const media = mediaFor(call)
  const { id, mimeType, sha256, size } = media
  return {
    body: {
      messaging_product: 'whatsapp',
      url: mediaAddress(call.service, media),
      mime_type: mimeType,
      sha256,
      file_size: String(size),
      id,
    },
  }
}

export function deleteMedia(call: GraphCall): GraphAnswer {
  delete call.service.world.media[mediaFor(call).id]
  return { body: { success: true } }
}

function mediaFor({ service, caller, id, query, method }: GraphCall): Media {
  const media = service.world.media[id]
  if (!media || media.expiresAt <= service.now()) throw unknownObject(id, method)
  numberFor(service, caller, media.numberId, MESSAGING, method)
  const only = query.get('phone_number_id')
  if (only !== null && only !== media.numberId) throw unknownObject(id, method)
  return media
}

/** An address of the file, valid for five minutes. */
export function mediaAddress(service: GraphService, { id }: Media): string {
  const until = Math.floor(service.now() / 1000) + ADDRESS_LIVES_SECONDS
  const address = new URL(MEDIA_PATH, service.url)
  address.search = String(
    new URLSearchParams({ mid: id, ext: String(until), hash: signature(service, id, until) }),
  )
  return address.href
}

/** `GET` of such an address, with the token that may see the media. */
export function sendMedia(
  service: GraphService,
  request: IncomingMessage,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const id = query.get('mid') ?? ''
  const until = Number(query.get('ext'))
  const media = service.world.media[id]
  const bytes = media && bytesOf(service, id)
  const isValid = query.get('hash') === signature(service, id, until) && until * 1000 > service.now()
  if (!isAllowed(service, request, media)) end(response, 401)
  else if (!bytes || !isValid) end(response, 404)
  else
    response
      .writeHead(200, {
        'content-type': media.mimeType,
        'content-length': bytes.length,
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
      })
      .end(bytes)
}

function isAllowed(service: GraphService, request: IncomingMessage, media: Media | undefined): boolean {
  try {
    // The token in the query, as the API accepts it, does not open a file.
    const caller: Caller = callerOf(service, request.headers.authorization, new URLSearchParams())
    return media !== undefined && numberFor(service, caller, media.numberId, MESSAGING) !== undefined
  } catch {
    return false
  }
}

/** Checks the media of a message of the kind; throws 131053 when its type does not fit. */
export function requireSendable(
  service: GraphService,
  number: BusinessNumber,
  kind: string,
  mediaId: string,
  isVoice = false,
): Media {
  const media = service.world.media[mediaId]
  if (!media || media.numberId !== number.id || media.expiresAt <= service.now())
    throw new GraphError(131009, `The media id ${mediaId} does not exist for this phone number.`)
  if (!TYPES[kind]?.test(plainType(media.mimeType)))
    throw new GraphError(131053, `A media of type ${media.mimeType} cannot be sent as ${kind}.`)
  if (isVoice) requireMonoOpus(bytesOf(service, mediaId) ?? Buffer.alloc(0))
  return media
}

/** Fetches the file of a `link`, as Meta does; undefined when that fails. The simulator asks this machine only. */
export async function fetchLink(
  service: GraphService,
  number: BusinessNumber,
  kind: string,
  link: string,
): Promise<Media | undefined> {
  if (!LOOPBACK.has(new URL(link).hostname)) return undefined
  try {
    const response = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(LINK_WITHIN_MS) })
    const bytes = Buffer.from(await response.arrayBuffer())
    const mimeType = response.headers.get('content-type') ?? 'application/octet-stream'
    requireUploadable(mimeType, bytes.length)
    if (response.status !== 200 || !TYPES[kind]?.test(plainType(mimeType))) return undefined
    return keepInbound(service, number, { bytes, mimeType })
  } catch {
    return undefined
  }
}

/** A voice message is Ogg with Opus of one channel: iPhones play nothing else. */
function requireMonoOpus(bytes: Buffer): void {
  const head = bytes.indexOf('OpusHead')
  if (bytes.subarray(0, 4).toString('latin1') !== 'OggS' || head === -1 || bytes[head + 9] !== 1)
    throw new GraphError(131053, 'A voice message must be audio/ogg with Opus and one channel.')
}

function signature({ mediaSecret }: GraphService, id: string, until: number): string {
  return createHmac('sha256', mediaSecret).update(`${id} ${until}`).digest('hex')
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

function fileKey(mediaId: string): string {
  return `graph-${mediaId}`
}

function plainType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase()
}
