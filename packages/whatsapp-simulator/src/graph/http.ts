import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFromLoopback, isFromOwnPage } from '../loopback'
import { callerOf } from './access'
import {
  changeNumber,
  changeProfile,
  debugToken,
  deregister,
  getAccount,
  getAppCallback,
  getNumber,
  getProfile,
  listNumbers,
  listSubscriptions,
  register,
  setAppCallback,
  subscribe,
  unsubscribe,
} from './accounts'
import { block, listBlocked, unblock } from './blocking'
import type { GraphAnswer, GraphCall } from './graph-call'
import { GraphError, unknownObject } from './graph-error'
import type { GraphService } from './graph-service'
import { deleteMedia, getMedia, MEDIA_PATH, sendMedia, uploadMedia } from './media'
import { postMessage } from './sending'
import { createTemplate, deleteTemplates, editTemplate, getTemplate, listTemplates } from './templates'
import { beginUpload, continueUpload, getUpload } from './uploads'

const MAX_BODY_BYTES = 101 * 1024 * 1024

type Route = (call: GraphCall) => GraphAnswer | Promise<GraphAnswer>

/** The Graph API by method, kind of the object in the path, and edge. */
const ROUTES: Record<string, Route> = {
  'GET debug_token': debugToken,
  'GET app/subscriptions': getAppCallback,
  'POST app/subscriptions': setAppCallback,
  'POST app/uploads': beginUpload,
  'POST upload': continueUpload,
  'GET upload': getUpload,
  'GET account': getAccount,
  'GET account/phone_numbers': listNumbers,
  'GET account/subscribed_apps': listSubscriptions,
  'POST account/subscribed_apps': subscribe,
  'DELETE account/subscribed_apps': unsubscribe,
  'GET account/message_templates': listTemplates,
  'POST account/message_templates': createTemplate,
  'DELETE account/message_templates': deleteTemplates,
  'GET template': getTemplate,
  'POST template': editTemplate,
  'GET number': getNumber,
  'POST number': changeNumber,
  'POST number/register': register,
  'POST number/deregister': deregister,
  'GET number/whatsapp_business_profile': getProfile,
  'POST number/whatsapp_business_profile': changeProfile,
  'GET number/block_users': listBlocked,
  'POST number/block_users': block,
  'DELETE number/block_users': unblock,
  'POST number/messages': postMessage,
  'POST number/media': uploadMedia,
  'GET media': getMedia,
  'DELETE media': deleteMedia,
}

/** True for a path of the Graph API or of its media. */
export function isGraphPath(path = ''): boolean {
  return path.startsWith('/graph/')
}

/** Answers a call of the Graph API, in Meta's shapes. */
export async function answerGraph(
  service: GraphService,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', service.url)
  try {
    if (!isFromLoopback(request) || !isFromOwnPage(request)) throw new GraphError(200, 'this machine only')
    if (url.pathname === MEDIA_PATH && request.method === 'GET')
      return sendMedia(service, request, url.searchParams, response)
    await answer(service, url, request, response)
  } catch (cause) {
    sendError(service, response, cause)
  }
}

async function answer(
  service: GraphService,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET'
  const raw = await bodyOf(request)
  const { key, id } = placeOf(service, method, url.pathname)
  const isSend = key === 'POST number/messages'
  if (isSend && cuts(service, response, 'before')) return
  const caller = callerOf(service, request.headers.authorization, url.searchParams)
  refuseIfAsked(service, key, isSend)
  const route = ROUTES[key]
  if (!route) throw unknownObject(id, method)
  const call: GraphCall = {
    service,
    caller,
    method,
    id,
    query: url.searchParams,
    headers: request.headers,
    raw,
  }
  const { body, after } = await route(call)
  const isStatusFirst = isSend && service.faults.take('statusesFirst')
  if (isStatusFirst) {
    await after?.()
    await service.webhooks.idle()
  }
  if (!isSend || !cuts(service, response, 'after')) sendJson(response, 200, body)
  if (!isStatusFirst) await after?.()
}

/** The object of a path `/graph/v26.0/{id}/{edge}`: its kind decides what can be called on it. */
function placeOf(service: GraphService, method: string, pathname: string): { key: string; id: string } {
  const [version = '', id = '', edge, ...more] = pathname.split('/').slice(2).map(decodeURIComponent)
  if (!/^v\d+\.\d+$/.test(version))
    throw new GraphError(2500, `Unknown path components: /${[version, id].join('/')}`)
  if (more.length > 0) throw new GraphError(2500, `Unknown path components: /${more.join('/')}`)
  const kind = id === 'debug_token' ? id : kindOf(service, id)
  if (!kind) throw unknownObject(id, method)
  return { key: `${method} ${kind}${edge === undefined || edge === '' ? '' : `/${edge}`}`, id }
}

function kindOf({ world }: GraphService, id: string): string | undefined {
  const kinds: [string, Record<string, unknown>][] = [
    ['app', world.apps],
    ['account', world.accounts],
    ['number', world.numbers],
    ['template', world.templates],
    ['media', world.media],
    ['upload', world.uploads],
  ]
  return kinds.find(([, objects]) => Object.hasOwn(objects, id))?.[0]
}

/** Lets a pending `cutSend` or `silenceSend` happen; true when no answer may follow. */
function cuts({ faults }: GraphService, response: ServerResponse, moment: 'before' | 'after'): boolean {
  if (faults.take('cutSend', (fault) => fault.moment === moment)) {
    response.destroy()
    return true
  }
  return faults.take('silenceSend', (fault) => fault.moment === moment) !== undefined
}

function refuseIfAsked({ faults }: GraphService, key: string, isSend: boolean): void {
  const isMedia = key.endsWith('media')
  const fault = faults.take(
    'refuse',
    ({ calls }) => calls === 'all' || (calls === 'sends' && isSend) || (calls === 'media' && isMedia),
  )
  if (!fault) return
  const { code, details = 'A fault of the simulator.', status, retryAfterSeconds } = fault
  throw new GraphError(code, details, { status, retryAfterSeconds })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new GraphError(100, 'The request is too large.', { status: 413 })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function sendError(service: GraphService, response: ServerResponse, cause: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const error =
    cause instanceof GraphError
      ? cause
      : new GraphError(131000, `The simulator failed: ${cause instanceof Error ? cause.stack : cause}`)
  const { retryAfterSeconds } = error
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  sendJson(response, error.status, error.body(service.chance.bytes(16).toString('base64url')))
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'facebook-api-version': 'v26.0',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}
