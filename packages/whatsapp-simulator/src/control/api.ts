import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFromLoopback, isFromOwnPage } from '../loopback'
import type { MediaStore } from '../media/store'
import type { Simulator } from '../simulator'
import { PAGE_HEADERS, Refusal, readJson, sendJson } from './answers'
import type { Call } from './call'
import { streamEvents } from './events'
import { pageFile } from './page-files'
import { ROUTES } from './routes'

interface ControlSettings {
  pictures: MediaStore
  productUrl?: string | undefined
}

/** Answers the phones page and every client on this machine that controls the simulator over HTTP. */
export async function answerControl(
  simulator: Simulator,
  settings: ControlSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (!isFromLoopback(request)) throw new Refusal(403, 'this machine only')
    if (!isFromOwnPage(request)) throw new Refusal(403, 'not from another page')
    await answer(simulator, settings, request, response)
  } catch (cause) {
    if (response.headersSent) response.destroy()
    else
      sendJson(response, statusOf(cause), { error: cause instanceof Error ? cause.message : String(cause) })
  }
}

async function answer(
  simulator: Simulator,
  { pictures, productUrl }: ControlSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', simulator.pageUrl)
  const method = request.method ?? 'GET'
  if (method === 'GET') {
    if (url.pathname === '/events') return streamEvents(simulator, response)
    if (url.pathname === '/settings') return sendJson(response, 200, { productUrl: productUrl ?? null })
    if (url.pathname === '/sw.js') return sendScript(response, simulator.webRevision)
    const file = pageFile(url.pathname) ?? pictureAt(pictures, url.pathname)
    if (file) return sendFile(request, response, file)
  }
  const route = routeFor(method, url.pathname)
  if (!route) throw new Refusal(404, `nothing at ${method} ${url.pathname}`)
  const body = method === 'GET' ? {} : await readJson(request)
  const call: Call = { simulator, path: route.path, query: url.searchParams, body }
  sendJson(response, 200, await route.run(call))
}

/** The service worker of WhatsApp Web names the version that browsers run; only that part is simulated. */
function sendScript(response: ServerResponse, revision: number): void {
  response.writeHead(200, { ...PAGE_HEADERS, 'content-type': 'text/javascript; charset=utf-8' })
  response.end(`self.__revision = ${JSON.stringify({ client_revision: revision })}`)
}

/** Routes have at most one path parameter: the phone, as second part. */
function routeFor(method: string, pathname: string) {
  const parts = pathname.split('/').slice(1)
  const plain = ROUTES[`${method} ${pathname}`]
  if (plain) return { run: plain, path: [] }
  const [first = '', second = '', ...rest] = parts
  const open = ROUTES[`${method} /${[first, ':', ...rest].join('/')}`]
  return open && { run: open, path: [decodeURIComponent(second)] }
}

/** Pictures come from strangers: headers keep the browser from guessing their type and from executing them. */
function pictureAt(pictures: MediaStore, pathname: string): { bytes: Buffer; type: string } | undefined {
  const [, name] = /^\/pictures\/((?:picture|file)-[0-9a-f]{64}|graph-\d+)$/.exec(pathname) ?? []
  const bytes = name && pictures.get(name)
  return bytes ? { bytes, type: typeOf(bytes) } : undefined
}

/** The type of a file that a phone shows or plays by itself; other files are only stored. */
function typeOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 4).toString('latin1')
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('\xff\xd8')) return 'image/jpeg'
  if (start.startsWith('GIF8')) return 'image/gif'
  if (start === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  if (start === 'OggS') return 'audio/ogg'
  if (start === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WAVE') return 'audio/wav'
  if (start === '\x1a\x45\xdf\xa3') return 'video/webm'
  if (start.startsWith('ID3') || start.startsWith('\xff\xfb')) return 'audio/mpeg'
  if (bytes.subarray(4, 12).toString('latin1') === 'ftypM4A ') return 'audio/mp4'
  if (bytes.subarray(4, 8).toString('latin1') === 'ftyp') return 'video/mp4'
  return 'application/octet-stream'
}

/** Players seek within a file by range requests. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, type }: { bytes: Buffer; type: string },
): void {
  const headers = { ...PAGE_HEADERS, 'content-type': type, 'accept-ranges': 'bytes' }
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const from = Number(start)
  if (start === undefined || from >= bytes.length) {
    response.writeHead(200, headers)
    response.end(bytes)
    return
  }
  const to = Math.min(end ? Number(end) : bytes.length - 1, bytes.length - 1)
  response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${to}/${bytes.length}` })
  response.end(bytes.subarray(from, to + 1))
}

/** Any error of the simulator itself (an expired code, a wrong code) is a conflict with its state. */
function statusOf(cause: unknown): number {
  return cause instanceof Refusal ? cause.status : 409
}
