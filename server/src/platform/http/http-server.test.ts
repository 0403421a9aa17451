import { getHealth } from '@balcao/contract/health'
import { logout } from '@balcao/contract/people'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { createLog, type Log } from '../log'
import { createHttpServer } from './http-server'
import { defaultHttpDependencies } from './http-server.fixture'
import { publicRoute } from './route'

interface ServerOptions {
  readonly isHttps: boolean
  readonly log?: Log
  readonly logOut?: () => Promise<never>
}

const serverOver = ({ isHttps, log = pino({ level: 'silent' }), logOut }: ServerOptions) =>
  createHttpServer({
    ...defaultHttpDependencies,
    routes: [
      publicRoute(getHealth, async () => ({ status: 'ok' as const })),
      publicRoute(logout, async ({ facts }) => {
        await logOut?.()
        facts.setCookie('jrt', 'kept', { maxAgeSeconds: 60 })
        return { message: 'a cookie is set' }
      }),
    ],
    log,
    allowedOrigins: ['https://inbox.example.com'],
    secureCookies: isHttps,
  })

let http: FastifyInstance
beforeAll(async () => {
  http = await serverOver({ isHttps: false })
})
afterAll(() => http.close())

test.each([
  ['what is no address', '/tickets/%ff', 400, errorBody('ERR_VALIDATION', { field: '' })],
  ['a long name', `/${'a'.repeat(300)}`, 404, errorBody('ERR_NOT_FOUND')],
  ['a long part of a known path', `/docs/static/${'a'.repeat(300)}`, 404, errorBody('ERR_NOT_FOUND')],
  ['a path of nothing', '/nothing', 404, errorBody('ERR_NOT_FOUND')],
])('ERR-06 errors before any route have the same form: %s', async (_, url, status, body) => {
  const answer = await http.inject(url)

  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual(body)
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
})

test('a bug in a call with a body is logged, whose caller waits for the answer', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'error', isReadable: false, write: (line) => lines.push(line) })
  const server = await serverOver({ isHttps: false, log, logOut: () => Promise.reject(new Error('a bug')) })
  const address = await server.listen({ host: '127.0.0.1', port: 0 })

  const { status } = await fetch(`${address}${logout.path}`, {
    method: logout.method,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

  expect(status).toBe(500)
  expect(lines.filter((line) => line.includes('a call failed') && line.includes('a bug'))).toHaveLength(1)
  await server.close()
})

test.each([
  ['http://localhost:80', 200, undefined],
  ['https://inbox.example.com', 200, 'https://inbox.example.com'],
  ['https://evil.example.com', 403, undefined],
  ['null', 403, undefined],
])('A4 a page of %s gets %i', async (origin, status, allowed) => {
  const answer = await http.inject({ url: '/health', headers: { origin, host: 'localhost:80' } })

  expect(answer.statusCode).toBe(status)
  expect(answer.headers['access-control-allow-origin']).toBe(allowed)
})

test('the page at /docs runs no foreign scripts, and works without https', async () => {
  const answer = await http.inject('/docs/')

  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(answer.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
})

test('AUTH-20 cookies are Secure when the public address is https, and not on plain http', async () => {
  const overHttps = await serverOver({ isHttps: true })

  const [secure, plain] = await Promise.all(
    [overHttps, http].map((server) => server.inject({ method: 'DELETE', url: '/auth/logout' })),
  )
  await overHttps.close()

  expect(secure?.headers['set-cookie']).toBe('jrt=kept; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax')
  expect(plain?.headers['set-cookie']).toBe('jrt=kept; Max-Age=60; Path=/; HttpOnly; SameSite=Lax')
})
