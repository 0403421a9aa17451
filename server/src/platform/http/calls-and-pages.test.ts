import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { endpoint } from '@balcao/contract/endpoint'
import type { PlanFlag } from '@balcao/domain/plans'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { errorBody } from '../../testing/error-body'
import { createLog } from '../log'
import { refuse } from '../refusal'
import { createHttpServer, type UserAuthenticator } from './http-server'
import { defaultHttpDependencies, testUserActor } from './http-server.fixture'
import { callerRoute, publicRoute, type Route } from './route'
import { serveWebPages } from './web-pages'

/** The HTTP server with its own test calls instead of features, and a gate that accepts two tokens. */
let app: FastifyInstance
let folder: string
const lines: string[] = []

const gate: UserAuthenticator = {
  identify: async (bearer) => {
    if (bearer === null) throw refuse('ERR_SESSION_EXPIRED')
    if (bearer !== 'ana' && bearer !== 'unpaid') throw refuse('ERR_ACCESS_TOKEN')
    const planFlags = new Set<PlanFlag>(['useKanban'])
    return { actor: testUserActor, isSupport: false, isPaid: bearer === 'ana', planFlags }
  },
}

const common = {
  summary: 'A call of this test',
  planFlag: 'none',
  answer: z.object({ done: z.string() }),
} as const
const form = z.object({
  name: z.string({ error: 'Required' }).min(2, 'Too Short!'),
  size: z.number().max(9).optional(),
})
const routes: Route[] = [
  publicRoute(endpoint('GET /open', { ...common, name: 'test.open', access: 'public' }), async () => ({
    done: 'open',
  })),
  callerRoute(endpoint('GET /tickets', { ...common, name: 'test.things', access: 'session' }), async () => ({
    done: 'list',
  })),
  callerRoute(
    endpoint('POST /tickets', {
      ...common,
      name: 'test.save',
      access: 'session',
      body: form,
    }),
    async (_, { body }) => ({ done: Object.keys(body).join() }),
  ),
  callerRoute(
    endpoint('GET /tickets/:id', {
      ...common,
      name: 'test.one',
      access: 'session',
      params: z.object({ id: z.coerce.number().int() }),
      errors: ['ERR_NO_TICKET_FOUND'],
    }),
    async (_, { params }) => ({ done: String(params.id) }),
  ),
  callerRoute(
    endpoint('GET /admins', { ...common, name: 'test.admins', access: 'queues.manage' }),
    async () => ({ done: 'admins' }),
  ),
  callerRoute(
    endpoint('GET /kanban', {
      ...common,
      name: 'test.kanban',
      access: 'session',
      planFlag: 'useKanban',
    }),
    async () => ({ done: 'kanban' }),
  ),
  callerRoute(
    endpoint('GET /prompt', {
      ...common,
      name: 'test.ai',
      access: 'session',
      planFlag: 'useOpenAi',
    }),
    async () => ({ done: 'prompt' }),
  ),
  callerRoute(endpoint('GET /bug', { ...common, name: 'test.bug', access: 'session' }), async () => {
    throw new Error('secret detail of a bug')
  }),
  callerRoute(
    endpoint('GET /conflict', { ...common, name: 'test.conflict', access: 'session' }),
    async () => {
      throw refuse('ERR_OTHER_OPEN_TICKET', { userName: 'Rui', queueName: 'Vendas' })
    },
  ),
  callerRoute(
    endpoint('GET /lie', { ...common, name: 'test.lie', access: 'session' }),
    async () => ({ done: 7 }) as unknown as { done: string }, // an answer that violates its schema
  ),
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balcao-pages-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<style nonce="__CSP_NONCE__"></style>the page')
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'let app')
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync('let app'))
  app = await createHttpServer({
    ...defaultHttpDependencies,
    routes,
    gate,
    log: createLog({ level: 'debug', isReadable: false, write: (line) => lines.push(line) }),
    allowedOrigins: ['https://painel.example'],
  })
  await serveWebPages(app, folder, undefined)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const asAna = { authorization: 'Bearer ana' }
const get = (url: string, headers: InjectOptions['headers'] = asAna) => app.inject({ url, headers })
const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }

describe('one port for pages and calls', () => {
  test.each<[string, Record<string, string>]>([
    ['a navigation', navigation],
    ['a browser that tells no fetch mode', { accept: 'text/html,*/*;q=0.8' }],
  ])('%s gets the page; the same path as a call gets JSON', async (_, headers) => {
    const page = await get('/tickets', headers)
    const call = await get('/tickets')

    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('the page')
    expect(call.json()).toEqual({ done: 'list' })
    for (const { headers: answered } of [page, call]) {
      expect(answered.vary).toContain('Accept, Sec-Fetch-Mode')
      expect(answered['cache-control']).toBe('no-store')
    }
  })

  test.each<[string, Record<string, string>]>([
    ['bears a token', { ...asAna, accept: 'text/html' }],
    ['is a fetch of the page', { ...asAna, accept: 'text/html', 'sec-fetch-mode': 'cors' }],
  ])('a request that %s is a call, regardless of its Accept header', async (_, headers) => {
    expect((await get('/tickets', headers)).json()).toEqual({ done: 'list' })
  })

  test.each(['/tickets/0f8fad5b-d9cd-469f-a165-70867728950e', '/no/such/page', '/'])(
    'the page answers every navigation, for its own routing: %s',
    async (url) => {
      expect((await get(url, navigation)).body).toContain('the page')
    },
  )

  test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    'an unknown path is 404 in JSON for %s',
    async (method) => {
      const answer = await app.inject({ method, url: '/no/such/call', headers: asAna })

      expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ERR_NOT_FOUND')])
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  it('a refusal is not cached, and caches separate it from the page of the same path', async () => {
    const { statusCode, headers } = await get('/tickets', {})

    expect(statusCode).toBe(401)
    expect(headers.vary).toContain('Accept, Sec-Fetch-Mode')
    expect(headers['cache-control']).toBe('no-store')
  })

  it('files of the application are cached for ever; the page is not', async () => {
    expect((await get('/assets/app-1a2b.js', {})).headers['cache-control']).toContain('immutable')
  })

  it('a file of the application is sent compressed to browsers that accept it, plain to others', async () => {
    const small = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    const plain = await get('/assets/app-1a2b.js', {})

    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(small.headers['content-type']).toMatch(/javascript/)
    expect(small.headers['cache-control']).toContain('immutable')
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe('let app')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body).toBe('let app')
  })

  test.each([
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fsecrets.json',
    '/assets/%2e%2e/%2e%2e/x',
    '/assets/..%5cx',
  ])('C4 a path outside of the folder is not served: %s', async (url) => {
    expect((await get(url, {})).statusCode).toBeGreaterThanOrEqual(400)
  })
})

describe('GEN-06 addresses', () => {
  test.each([
    ['/tickets', 'list'],
    ['/tickets/', 'list'],
    ['/tickets/?pageNumber=1', 'list'],
    ['/tickets/7', '7'],
    ['/tickets/7/', '7'],
    ['/open/', 'open'],
  ])('%s answers with and without the trailing slash', async (url, done) => {
    expect((await get(url)).json()).toEqual({ done })
  })

  it('GEN-17 an impossible id is not found, with the code of the area', async () => {
    const answer = await get('/tickets/lane0')

    expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ERR_NO_TICKET_FOUND')])
  })
})

describe('access', () => {
  test.each<[string, string, Record<string, string>, number, string | undefined]>([
    ['any caller may use a public call', '/open', {}, 200, undefined],
    ['a call without a token is refused', '/tickets', {}, 401, 'ERR_SESSION_EXPIRED'],
    [
      'a call with a bad token is refused',
      '/tickets',
      { authorization: 'Bearer x' },
      403,
      'ERR_ACCESS_TOKEN',
    ],
    [
      'a call with another scheme is refused',
      '/tickets',
      { authorization: 'Basic YTpi' },
      401,
      'ERR_SESSION_EXPIRED',
    ],
    [
      'a token in quotes, as existing clients store it, is accepted',
      '/tickets',
      { authorization: 'Bearer "ana"' },
      200,
      undefined,
    ],
    ['a call without the permission is refused', '/admins', asAna, 403, 'ERR_NO_PERMISSION'],
    ['a module of the plan is open', '/kanban', asAna, 200, undefined],
    ['a module outside the plan is refused', '/prompt', asAna, 403, 'ERR_NO_PERMISSION'],
    [
      'a company that has not paid is refused',
      '/tickets',
      { authorization: 'Bearer unpaid' },
      403,
      'ERR_NO_PERMISSION',
    ],
  ])('T1 %s', async (_, url, headers, status, error) => {
    const answer = await get(url, headers)

    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
  })

  it('A4 a cookie alone changes nothing: changing calls need the bearer token', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/tickets',
      cookies: { jrt: 'ana', token: 'ana' },
      payload: { name: 'xx' },
    })

    expect([answer.statusCode, answer.json()]).toEqual([401, errorBody('ERR_SESSION_EXPIRED')])
  })
})

describe('origins', () => {
  test.each<[string, string | undefined, number]>([
    ['a program, which tells none', undefined, 200],
    ['our own page', 'http://localhost:80', 200],
    ['our own page behind https', 'https://localhost:80', 200],
    ['an allowed one', 'https://painel.example', 200],
    ['another site', 'https://evil.example', 403],
    ['a site that only begins like an allowed one', 'https://painel.example.evil.example', 403],
    ['an allowed host over http', 'http://painel.example', 403],
    ['a sandboxed frame', 'null', 403],
  ])('A4 %s', async (_, origin, status) => {
    const answer = await get('/tickets', { ...asAna, ...(origin && { origin }) })

    expect(answer.statusCode).toBe(status)
    const isAllowed = origin === 'https://painel.example'
    expect(answer.headers['access-control-allow-origin']).toBe(isAllowed ? origin : undefined)
    expect(answer.headers['access-control-allow-credentials']).toBe(isAllowed ? 'true' : undefined)
    if (status === 403) expect(answer.json()).toEqual(errorBody('ERR_ORIGIN_REFUSED'))
  })

  it('preflight: an allowed origin passes, another does not', async () => {
    const ask = (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: '/tickets',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })

    const allowed = await ask('https://painel.example')
    expect([allowed.statusCode, allowed.body]).toEqual([204, ''])
    expect(allowed.headers['access-control-allow-methods']).toContain('DELETE')
    expect(allowed.headers['access-control-allow-headers']).toContain('authorization')
    expect((await ask('https://evil.example')).statusCode).toBe(403)
  })

  it('a cache may not serve the answer for one origin to another', async () => {
    expect((await get('/tickets', { ...asAna, origin: 'https://painel.example' })).headers.vary).toContain(
      'Origin',
    )
  })
})

describe('C2 headers', () => {
  test.each<[string, string, Record<string, string>]>([
    ['an answer', '/tickets', asAna],
    ['a refusal', '/tickets', {}],
    ['an unknown path', '/no/such', asAna],
    ['the page', '/tickets', navigation],
    ['a file of the application', '/assets/app-1a2b.js', {}],
  ])('guard %s', async (_, url, headers) => {
    expect((await get(url, headers)).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
  })

  it('an answer opened as a page can do nothing', async () => {
    for (const headers of [asAna, {}]) {
      const policy = (await get('/tickets', headers)).headers['content-security-policy']
      expect(policy).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    }
  })

  it("the page runs only its own scripts, and inline styles only with this answer's nonce", async () => {
    const [first, second] = [await get('/', navigation), await get('/', navigation)]
    const policy = String(first.headers['content-security-policy'])

    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).not.toMatch(/unsafe-/)
    const nonce = /nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
    expect(first.body).toContain(`nonce="${nonce}"`)
    expect(second.body).not.toContain(nonce)
  })
})

describe('ERR-06 refusals', () => {
  test.each<[string, InjectOptions, number, object]>([
    ['a bug says nothing of itself', { url: '/bug' }, 500, { error: 'Internal server error' }],
    ['an answer that breaks its schema is a bug', { url: '/lie' }, 500, { error: 'Internal server error' }],
    [
      'a code with its data',
      { url: '/conflict' },
      409,
      errorBody('ERR_OTHER_OPEN_TICKET', { userName: 'Rui', queueName: 'Vendas' }),
    ],
    [
      'ERR-37 the words of the forms',
      { method: 'POST', url: '/tickets', payload: {} },
      400,
      { error: 'Required', data: { field: 'name' } },
    ],
    [
      'ERR-37 and which one',
      { method: 'POST', url: '/tickets', payload: { name: 'a' } },
      400,
      { error: 'Too Short!', data: { field: 'name' } },
    ],
    [
      'other complaints are a code',
      { method: 'POST', url: '/tickets', payload: { name: 'ab', size: 10 } },
      400,
      errorBody('ERR_VALIDATION', { field: 'size' }),
    ],
    [
      'half a JSON',
      { method: 'POST', url: '/tickets', payload: '{"na', headers: { 'content-type': 'application/json' } },
      400,
      errorBody('ERR_VALIDATION', { field: '' }),
    ],
    [
      'another type',
      { method: 'POST', url: '/tickets', payload: 'name=a', headers: { 'content-type': 'text/csv' } },
      400,
      errorBody('ERR_VALIDATION', { field: '' }),
    ],
    [
      'too much',
      { method: 'POST', url: '/tickets', payload: { name: 'a'.repeat(1_100_000) } },
      413,
      errorBody('ERR_BODY_TOO_LARGE', { limitBytes: 1_048_576 }),
    ],
  ])('%s', async (_, call, status, body) => {
    const answer = await app.inject({ ...call, headers: { ...asAna, ...call.headers } })

    expect([answer.statusCode, answer.json()]).toEqual([status, body])
  })

  it("a bug is logged once, with its cause, and without the request's content", async () => {
    lines.length = 0
    await get('/bug?searchParam=segredo')

    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('secret detail of a bug')
    expect(lines[0]).not.toContain('segredo')
  })

  it('GEN-16 unknown keys are dropped before the handler gets them', async () => {
    const payload = { name: 'ab', companyId: 2, profile: 'admin' }
    const answer = await app.inject({ method: 'POST', url: '/tickets', headers: asAna, payload })

    expect(answer.json()).toEqual({ done: 'name' })
  })

  it('an empty body with a JSON type is an empty form, as existing clients send it', async () => {
    const answer = await app.inject({
      url: '/tickets',
      method: 'POST',
      headers: { ...asAna, 'content-type': 'application/json' },
    })

    expect(answer.json()).toMatchObject({ data: { field: 'name' } })
  })
})

describe('the OpenAPI document', () => {
  it('lists every call with its required access', async () => {
    const document = (await get('/docs/json', {})).json()

    for (const {
      endpoint: { path, method, name, access },
    } of routes) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name, 'x-access': access })
      expect(operation.security === undefined).toBe(access === 'public')
    }
  })
})
