import { requiredPermissionOf } from '@balcao/contract/access'
import type { Endpoint, ParsedInputOf } from '@balcao/contract/endpoint'
import { webhookPayload } from '@balcao/contract/webhooks'
import type { CompanyId, ConnectionId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import type { PersonActor } from '@balcao/domain/people'
import { hasPermission, permissions } from '@balcao/domain/permissions'
import type { PlanFlag } from '@balcao/domain/plans'
import { webhookEvents, webhookHeaders } from '@balcao/domain/webhooks'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../clock'
import type { Bus } from '../cluster/bus'
import { platformFolderId } from '../files/file-store'
import type { Log } from '../log'
import type { Metrics } from '../metrics'
import { Refusal, refuse } from '../refusal'
import type { Workplace } from '../work'
import { addBatchRoute, callerConnectionOf } from './answer-together'
import { allowedBodyMilliseconds, type BodyTimeLimit, declaredBodyBytes, limitBodyTime } from './body-time'
import { limitConnections, limitPipelinedRequests, limitUnreadAnswerTime } from './bound-connections'
import { errorAnswer, storageFailureToRefusal, validationRefusal } from './error-answer'
import { createOpenApiDocument } from './open-api'
import { createEndpointRateLimiter, type EndpointRateLimiter } from './pace'
import { createPublicCallLimiter, type PublicCallLimiter } from './public-turns'
import { requestIdHeader, requestIdOf } from './request-id'
import type { CallContext, Route } from './route'
import { apiAnswerHeaders, docsContentSecurityPolicy, securityHeaders } from './security-headers'
import { type SignedRoute, serveSignedRoutes } from './signed-route'
import { createUploadLimiter, type UploadedFile, type UploadLimiter, type UploadReader } from './upload'
import { redirectUninterceptedPhoneShares } from './web-pages'
import { SerializedAnswer } from './written-answer'

export interface AuthenticatedUser {
  readonly actor: PersonActor
  readonly isPaid: boolean
  readonly planFlags: ReadonlySet<PlanFlag>
}

/** Finds the user of an access token. Throws a `Refusal`, which is the answer to the caller. */
export interface UserAuthenticator {
  identify(bearer: string | null): Promise<AuthenticatedUser>
}

/** Finds the company and connection of an API token. Throws a `Refusal`, which is the answer to the program. */
export interface ApiTokenAuthenticator {
  identify(bearer: string | null): Promise<{ companyId: CompanyId; connectionId: ConnectionId }>
}

export interface HttpDependencies {
  readonly routes: readonly Route[]
  readonly signedRoutes?: readonly SignedRoute[]
  readonly gate: UserAuthenticator
  readonly tokenGate: ApiTokenAuthenticator
  readonly workplace: Workplace
  readonly readUpload: UploadReader
  readonly clock: Clock
  readonly log: Log
  /** Origins of other web sites whose pages may call with the user's credentials. */
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly secureCookies: boolean
  /** How often one user may search in a minute; absent: the limit of the API contract. */
  readonly searchesPerMinute?: number | undefined
  /** Shares the counts of rate limits with other processes; absent: there is only this process. */
  readonly bus?: Bus
  /** True in tests and development: an answer that violates its schema becomes an error. */
  readonly checkAnswers: boolean
  readonly metrics?: Metrics | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract that the route serves; absent: none, as for a file. */
    readonly endpoint?: Endpoint
  }
}

const jsonLimitBytes = 1 << 20

export async function createHttpServer(parts: HttpDependencies): Promise<FastifyInstance> {
  const everywhere = securityHeaders({ isHttps: parts.secureCookies })
  const app = Fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    bodyLimit: jsonLimitBytes,
    genReqId: (request) => requestIdOf(request, parts.trustedProxies),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
    // Fastify would load ajv to compile JSON schemas, which no route has: the contract's schemas are zod's.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Answers errors before routing: an invalid URL, or one with a part that is too long.
    frameworkErrors: (error, request, reply) => {
      sendError(reply.headers(everywhere).header(requestIdHeader, request.id), asRefusal(error))
    },
  })
  limitConnections(app.server, parts.trustedProxies)
  const bodyTime = limitBodyTime(app.server, parts.clock, jsonLimitBytes)
  limitUnreadAnswerTime(app.server)
  limitPipelinedRequests(app.server)
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  acceptEmptyJson(app)
  dropRequestsOfClosedConnections(app)
  app.addHook('onRequest', async (request, reply) => void reply.header(requestIdHeader, request.id))
  if (parts.metrics) reportCalls(app, parts.metrics)
  // must come before `guardEveryAnswer`, because that refuses other origins, and a phone's share has the origin `null`
  redirectUninterceptedPhoneShares(app, bodyTime, everywhere)
  guardEveryAnswer(app, parts, everywhere)
  await serveDocs(app, parts.routes)
  const pace = createEndpointRateLimiter(parts.clock, parts)
  const served = {
    ...parts,
    bodyTime,
    uploads: createUploadLimiter(),
    publicCalls: createPublicCallLimiter(),
  }
  await serveSignedRoutes(app, parts.signedRoutes ?? [], parts.workplace)
  for (const route of parts.routes) mount(app, route, served, pace)
  addBatchRoute(app, parts.routes, ({ headers }) => parts.gate.identify(bearerOf(headers.authorization)))
  app.setNotFoundHandler((_, reply) => sendError(reply, refuse('ERR_NOT_FOUND')))
  app.setErrorHandler((error, request, reply) => {
    const known = asRefusal(error)
    // A caller that disconnected or was too slow gets no answer. That is no error of ours, so it is not logged.
    if (!(known instanceof Refusal) && !request.raw.socket.destroyed) {
      const { id: requestId, method, routeOptions } = request
      parts.log.error({ err: error, requestId, method, path: routeOptions.url }, 'a call failed')
    }
    return sendError(reply, storageFailureToRefusal(known))
  })
  return app
}

/** Ignores the requests that Node still emits after `limitPipelinedRequests` has closed their connection. */
function dropRequestsOfClosedConnections(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack()
    else done()
  })
}

function reportCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ routeOptions }, { statusCode, elapsedTime }) =>
    metrics.call(routeOptions.config?.endpoint ?? null, statusCode, elapsedTime / 1000),
  )
}

function noSchemas(): never {
  throw new Error('Routes have the schemas of the contract, not JSON schemas')
}

/** Clients of the earlier API send DELETE and POST with a JSON type and an empty body, which counts as `{}`. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(String(body)))
    } catch {
      done(new Refusal('ERR_VALIDATION', { field: '' }))
    }
  })
}

function guardEveryAnswer(
  app: FastifyInstance,
  { allowedOrigins }: HttpDependencies,
  everywhere: Readonly<Record<string, string>>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everywhere)
    const origin = request.headers.origin
    if (origin === undefined || isOwnOrigin(origin, request.headers.host)) return
    if (!allowedOrigins.includes(origin)) throw refuse('ERR_ORIGIN_REFUSED')
    reply.header('access-control-allow-origin', origin).header('access-control-allow-credentials', 'true')
    if (request.method === 'OPTIONS') {
      return reply
        .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
        .header('access-control-allow-headers', 'authorization, content-type, idempotency-key')
        .header('access-control-max-age', '600')
        .code(204)
        .send()
    }
  })
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}

async function serveDocs(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const document = onceRead(() => createOpenApiDocument(routes.map(({ endpoint }) => endpoint)))
  // The OpenAPI document is generated from the contract; the plugin only serves it.
  await app.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
  // Developers of programs get a document of their own, with only the external API and its webhooks.
  const ofPrograms = routes.filter(({ kind }) => kind === 'token').map(({ endpoint }) => endpoint)
  const webhookCalls = webhookEvents.map((name) => ({ name, headers: webhookHeaders, body: webhookPayload }))
  const programsDocument = onceRead(() => createOpenApiDocument(ofPrograms, webhookCalls))
  app.get('/docs/messages-api.json', (_, reply) => reply.headers(apiAnswerHeaders).send(programsDocument))
  await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: docsContentSecurityPolicy })
}

/** Generates the document at its first use, because most processes never serve it. JSON and YAML both call `toJSON`. */
function onceRead<T>(make: () => T): { toJSON(): T } {
  let made: T | undefined
  return {
    toJSON() {
      made ??= make()
      return made
    },
  }
}

interface ServerDependencies extends HttpDependencies {
  readonly bodyTime: BodyTimeLimit
  readonly uploads: UploadLimiter
  readonly publicCalls: PublicCallLimiter
}

function mount(
  app: FastifyInstance,
  route: Route,
  parts: ServerDependencies,
  pace: EndpointRateLimiter,
): void {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    handler: async (request, reply) => {
      const answer = await handle(route, request, reply, parts, pace)
      const isWritten = answer instanceof SerializedAnswer
      if (parts.checkAnswers) endpoint.answer.parse(isWritten ? JSON.parse(answer.json) : answer)
      reply.headers(apiAnswerHeaders)
      return isWritten ? reply.type('application/json; charset=utf-8').send(answer.json) : reply.send(answer)
    },
  })
}

async function handle(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerDependencies,
  pace: EndpointRateLimiter,
): Promise<unknown> {
  const { endpoint } = route
  const facts = callFacts(request, reply, parts)
  if (route.kind === 'public') {
    const input = inputOf(endpoint, request, request.body)
    return parts.publicCalls.take(facts.address, parts.workplace, (workplace) =>
      route.handle({ facts, workplace }, { ...input, files: [] }),
    )
  }
  if (route.kind === 'token') return handleForToken(route, request, facts, parts)
  const actor = { ...(await admit(endpoint, facts, parts.gate)), address: facts.address }
  const { body, files, discard } = await bodyOf(
    endpoint,
    request,
    folderOf(endpoint, actor),
    parts,
    actor.userId,
  )
  try {
    const input = inputOf(endpoint, request, body)
    await pace(endpoint, actor.userId, input.query)
    return await route.handle(
      {
        actor,
        facts,
        act: (act) => parts.workplace.withCompany(actor, unlessGone(endpoint, request, act)),
        read: (read) => parts.workplace.readCompany(actor, unlessGone(endpoint, request, read)),
        actOnPlatform: (act) =>
          parts.workplace.withPlatform(endpoint.name, unlessGone(endpoint, request, act), actor),
        actIn: async (companyId, act) => {
          if (!actor.isSuper) throw refuse('ERR_NO_PERMISSION')
          return parts.workplace.withCompany(
            { kind: 'system', name: endpoint.name, companyId, isAwaited: true },
            act,
          )
        },
      },
      { ...input, files },
    )
  } catch (error) {
    await discard()
    throw error
  }
}

/**
 * Skips a queued GET whose caller has disconnected: thousands of aborted fetches would otherwise fill the memory with
 * results. Other calls always run, because a page may send one and close at once.
 */
function unlessGone<Work, T>(
  { method }: Endpoint,
  { raw }: FastifyRequest,
  act: (work: Work) => Promise<T>,
): (work: Work) => Promise<T> {
  if (method !== 'GET') return act
  const connection = callerConnectionOf(raw)
  return async (work) => {
    if (connection.destroyed) throw new Error('the caller has closed the connection')
    return act(work)
  }
}

/**
 * Answers a call with an API token. The token determines the company and the connection. Only endpoints of the external
 * API accept it.
 */
async function handleForToken(
  { endpoint, handle }: Extract<Route, { kind: 'token' }>,
  request: FastifyRequest,
  facts: CallContext,
  parts: ServerDependencies,
): Promise<unknown> {
  const { tokenGate, workplace } = parts
  const { companyId, connectionId } = await tokenGate.identify(facts.bearer)
  const system = { kind: 'system', name: endpoint.name, companyId } as const
  const { body, files, discard } = await bodyOf(endpoint, request, companyId, parts, null)
  try {
    return await handle(
      {
        companyId,
        connectionId,
        facts,
        act: (act) => workplace.withCompany(system, unlessGone(endpoint, request, act)),
      },
      { ...inputOf(endpoint, request, body), files },
    )
  } catch (error) {
    await discard()
    throw error
  }
}

/** Checks session, subscription, plan flag, permission and support visit, in this order. */
async function admit(endpoint: Endpoint, facts: CallContext, gate: UserAuthenticator): Promise<PersonActor> {
  const { actor, isPaid, planFlags } = await gate.identify(facts.bearer)
  if (!isPaid && !isOpenToExpired(endpoint)) throw refuse('ERR_NO_PERMISSION')
  if (endpoint.planFlag !== 'none' && !planFlags.has(endpoint.planFlag)) throw refuse('ERR_NO_PERMISSION')
  const permission = requiredPermissionOf(endpoint)
  if (permission !== null && !hasPermission(actor, permission)) throw refuse('ERR_NO_PERMISSION')
  if (actor.isSupport === true && endpoint.closedToSupport) throw refuse('ERR_SUPPORT_MAY_NOT')
  return actor
}

/** Whether a company with an expired subscription may call: only for its identity, invoices and payment (AUTH-09). */
function isOpenToExpired({ name }: Endpoint): boolean {
  return ['auth.', 'invoices.', 'subscription.'].some((group) => name.startsWith(group))
}

async function bodyOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  companyId: CompanyId,
  { readUpload, bodyTime, uploads }: ServerDependencies,
  userId: UserId | null,
): Promise<{ body: unknown; files: readonly UploadedFile[]; discard(): Promise<void> }> {
  if (!endpoint.takesFiles || !request.isMultipart()) {
    return { body: request.body, files: [], discard: async () => undefined }
  }
  const read = () => {
    // Large bodies get a longer time limit only here, after the check that the user may upload.
    bodyTime.allow(
      request.raw,
      allowedBodyMilliseconds(Math.min(declaredBodyBytes(request.raw), limits.share.bytes)),
    )
    return readUpload(request, companyId)
  }
  const { fields, files, discard } = await (userId === null ? read() : uploads.take(userId, read))
  return { body: fields, files, discard }
}

/** Where uploads go. A super user's call belongs to no company, so its uploads go to the platform's folder. */
function folderOf(endpoint: Endpoint, actor: PersonActor): CompanyId {
  const permission = requiredPermissionOf(endpoint)
  return permission !== null && permissions[permission] === 'super' ? platformFolderId : actor.companyId
}

function inputOf(endpoint: Endpoint, request: FastifyRequest, body: unknown): ParsedInputOf<Endpoint> {
  const params = endpoint.params.safeParse(request.params)
  // An id that fails its schema gets the same answer as one that does not exist (GEN-17).
  if (!params.success) throw refuse(notFoundCode(endpoint))
  return {
    params: params.data,
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, body ?? {}),
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw validationRefusal(parsed.error)
  return parsed.data
}

function notFoundCode(endpoint: Endpoint): 'ERR_NOT_FOUND' {
  const own = endpoint.errors.find((code) => code.startsWith('ERR_NO_') || code.endsWith('_NOT_FOUND'))
  // the cast is safe: codes that begin with ERR_NO_ or end with _NOT_FOUND have no data, like ERR_NOT_FOUND
  return (own ?? 'ERR_NOT_FOUND') as 'ERR_NOT_FOUND'
}

function callFacts(
  request: FastifyRequest,
  reply: FastifyReply,
  { secureCookies }: HttpDependencies,
): CallContext {
  const isSecure = secureCookies || request.protocol === 'https'
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    cookies: request.cookies,
    bearer: bearerOf(request.headers.authorization),
    idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
    setCookie: (name, value, { maxAgeSeconds }) => {
      reply.setCookie(name, value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: maxAgeSeconds,
      })
    },
    clearCookie: (name) => {
      reply.clearCookie(name, { path: '/' })
    },
  }
}

/** The key of an `Idempotency-Key` header. An empty one counts as absent. The database column limits its length. */
function idempotencyKeyOf(header: string | readonly string[] | undefined): string | null {
  const key = typeof header === 'string' ? header.trim() : ''
  if (key.length > 200) throw refuse('ERR_VALIDATION', { field: 'Idempotency-Key' })
  return key === '' ? null : key
}

function bearerOf(header: string | undefined): string | null {
  // Clients of the earlier API store the token JSON-encoded and may send its quotes too.
  const token = /^Bearer\s+"?([^"\s]+)"?$/i.exec(header ?? '')
  return token?.[1] ?? null
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body } = errorAnswer(error, reply.request.headers['accept-language'])
  const again = body.data?.retryAfterSeconds
  if (typeof again === 'number') reply.header('retry-after', String(again))
  return reply.code(status).headers(apiAnswerHeaders).send(body)
}

/** Converts errors of Fastify about a call to our error codes. Returns others unchanged. */
function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('ERR_BODY_TOO_LARGE', { limitBytes: jsonLimitBytes })
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refuse('ERR_NOT_FOUND')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_VALIDATION':
    case 'FST_ERR_BAD_URL':
      return new Refusal('ERR_VALIDATION', { field: '' })
    default:
      return error
  }
}
