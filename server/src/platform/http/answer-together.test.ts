import { batchAnswerLine } from '@balcao/contract/asked-together'
import { batchRequestPath } from '@balcao/contract/client'
import { endpoint } from '@balcao/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { errorBody } from '../../testing/error-body'
import { refuse } from '../refusal'
import { createHttpServer } from './http-server'
import { defaultHttpDependencies, rejectUnexpectedCall, testUserActor } from './http-server.fixture'
import { callerRoute, publicRoute } from './route'
import { SerializedAnswer } from './written-answer'

const call = {
  summary: 'A call of this test',
  access: 'session',
  planFlag: 'none',
  answer: z.unknown(),
} as const
let goOn: () => void = () => undefined

let app: FastifyInstance
beforeAll(async () => {
  app = await createHttpServer({
    ...defaultHttpDependencies,
    routes: [
      callerRoute(
        endpoint('GET /tickets', { ...call, name: 'test.list', query: z.object({ status: z.string() }) }),
        async ({ facts, actor }, { query }) => [query.status, actor.name, facts.address, facts.userAgent],
      ),
      callerRoute(
        endpoint('GET /tickets/:id', {
          ...call,
          name: 'test.one',
          params: z.object({ id: z.coerce.number() }),
        }),
        async (_, { params }) => new SerializedAnswer(`{\n  "id": ${params.id},\n  "text": "two\\nlines"\n}`),
      ),
      callerRoute(
        endpoint('GET /slow', { ...call, name: 'test.slow' }),
        () =>
          new Promise((resolve) => {
            goOn = () => resolve({ done: 'at last' })
          }),
      ),
      callerRoute(
        endpoint('GET /queue', { ...call, name: 'test.admins', access: 'queues.manage' }),
        rejectUnexpectedCall,
      ),
      callerRoute(
        endpoint('GET /rare', { ...call, name: 'test.rare', pace: { calls: 1, seconds: 60 } }),
        async () => ({ done: 'once' }),
      ),
      callerRoute(endpoint('POST /act', { ...call, name: 'test.act' }), rejectUnexpectedCall),
      publicRoute(
        endpoint('GET /open', { ...call, name: 'test.open', access: 'public' }),
        rejectUnexpectedCall,
      ),
    ],
    gate: {
      identify: async (bearer) => {
        if (bearer === null) throw refuse('ERR_SESSION_EXPIRED')
        if (bearer !== 'ana') throw refuse('ERR_ACCESS_TOKEN')
        return { actor: testUserActor, isSupport: false, isPaid: true, planFlags: new Set() }
      },
    },
  })
})
afterAll(() => app.close())

function ask(
  questions: readonly string[],
  headers: Record<string, string> = { authorization: 'Bearer ana' },
) {
  return app.inject({
    method: 'POST',
    url: batchRequestPath,
    headers,
    remoteAddress: '10.0.0.7',
    body: { questions },
  })
}

/** The answers in the order of the questions. */
function answersIn(body: string) {
  const lines = body.trimEnd().split('\n')
  return lines.map((line) => batchAnswerLine.parse(JSON.parse(line))).sort((one, other) => one.at - other.at)
}

describe('questions asked together', () => {
  it("each get the answer that they would get alone, with the caller's address and browser", async () => {
    const answer = await ask(['/tickets?status=open', '/tickets/7', '/tickets/x'], {
      authorization: 'Bearer ana',
      'user-agent': 'Firefox',
    })

    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': /ndjson/ })
    expect(answersIn(answer.body)).toEqual([
      { at: 0, status: 200, answer: ['open', 'Ana', '10.0.0.7', 'Firefox'] },
      { at: 1, status: 200, answer: { id: 7, text: 'two\nlines' } },
      { at: 2, status: 404, answer: errorBody('ERR_NOT_FOUND') },
    ])
  })

  it('are refused one by one: without the permission, beside valid others', async () => {
    const answer = await ask(['/queue', '/tickets?status=open', '/tickets'])

    expect(answersIn(answer.body).map(({ status }) => status)).toEqual([403, 200, 400])
  })

  it.each([
    ['a caller without a token', {}, 401, 'ERR_SESSION_EXPIRED'],
    ['an expired token', { authorization: 'Bearer old' }, 403, 'ERR_ACCESS_TOKEN'],
  ] as const)('are refused to %s before any of them is answered', async (_, headers, status, code) => {
    const answer = await ask(['/tickets?status=open', '/queue'], headers)

    expect([answer.statusCode, answer.json()]).toEqual([status, errorBody(code)])
  })

  it('count for the rate limit of their call as if sent alone', async () => {
    const answer = await ask(['/rare', '/rare?again'])

    expect(answersIn(answer.body).map(({ status }) => status)).toEqual([200, 429])
  })

  it.each([
    '/act',
    '/open',
    '/docs',
    '/public/company1/a.jpg',
    String.raw`/tickets/x\..\..\public\company1\a.jpg`,
    '/tickets/..',
    '/tickets/%2e%2e',
    '/tickets/\t..',
    batchRequestPath,
    '//example.com/tickets',
    'tickets',
    '',
  ])('are only reading calls of users: %j is refused', async (question) => {
    const answer = await ask(['/tickets?status=open', question])

    expect([answer.statusCode, answer.json()]).toEqual([404, errorBody('ERR_NOT_FOUND')])
  })

  it.each([
    ['none', []],
    ['too many', Array.from({ length: 21 }, () => '/queue')],
    ['one that is asked twice', ['/tickets/7', '/queue', '/tickets/7']],
    ['one that is too long', [`/tickets?status=${'a'.repeat(4_000)}`]],
  ])('are limited in number and length: %s is refused', async (_, questions) => {
    expect((await ask(questions)).statusCode).toBe(400)
  })

  it('do not wait for each other', async () => {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(address + batchRequestPath, {
      method: 'POST',
      headers: { authorization: 'Bearer ana', 'content-type': 'application/json' },
      body: JSON.stringify({ questions: ['/slow', '/tickets/7'] }),
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()

    const first = await reader?.read()
    goOn()
    const second = await reader?.read()

    expect([first, second].map((part) => answersIn(part?.value ?? '')[0]?.at)).toEqual([1, 0])
  })
})
