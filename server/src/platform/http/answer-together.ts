import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { batchRequest } from '@balcao/contract/asked-together'
import { batchRequestPath } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../refusal'
import { validationRefusal } from './error-answer'
import { requestIdHeader } from './request-id'
import type { Route } from './route'
import { apiAnswerHeaders } from './security-headers'

/** The connection of a batch request, for the calls inside it, which have no connection of their own. */
const connectionOfBatch = new AsyncLocalStorage<Socket>()

/** Whether the caller is still connected; for a call inside a batch, the connection of the batch counts. */
export function callerConnectionOf({ socket }: IncomingMessage): Pick<Socket, 'destroyed'> {
  return connectionOfBatch.getStore() ?? socket
}

/**
 * Answers several GET calls of a page in one request, each as soon as it is ready (decision 0034). Each call passes
 * through its usual pipeline. `identify` refuses callers without a session before any call runs.
 */
export function addBatchRoute(
  app: FastifyInstance,
  routes: readonly Route[],
  identify: (request: FastifyRequest) => Promise<unknown>,
): void {
  const askable = routes
    .filter(({ kind, endpoint }) => kind === 'session' && endpoint.method === 'GET')
    .map(({ endpoint }) => shapeOf(endpoint))
  if (askable.length === 0) return

  app.post(batchRequestPath, async (request, reply) => {
    await identify(request)
    const { data, error } = batchRequest.safeParse(request.body)
    if (error !== undefined) throw validationRefusal(error)
    const { questions } = data
    const isAskable = (question: string) =>
      isUnchangedByResolution(question) && askable.some((shape) => shape.test(question))
    if (!questions.every(isAskable)) throw refuse('ERR_NOT_FOUND')

    const lines = connectionOfBatch.run(request.raw.socket, () =>
      questions.map((question, at) => lineOf(app, request, question, at)),
    )
    return reply
      .headers(apiAnswerHeaders)
      .type('application/x-ndjson; charset=utf-8')
      .send(Readable.from(asTheyCome(lines)))
  })
}

/** Refuses texts such as `/tickets/..\\public`, which look like the path of a ticket but resolve to another path. */
function isUnchangedByResolution(question: string): boolean {
  const base = 'http://balcao'
  if (!URL.canParse(question, base)) return false
  const { origin, pathname } = new URL(question, base)
  return origin === base && pathname === question.split('?', 1)[0]
}

function shapeOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`)
}

async function lineOf(
  app: FastifyInstance,
  request: FastifyRequest,
  url: string,
  at: number,
): Promise<string> {
  const { authorization, 'user-agent': userAgent, 'accept-language': languages } = request.headers
  const { statusCode, body } = await app.inject({
    method: 'GET',
    url,
    remoteAddress: request.ip,
    headers: {
      accept: 'application/json',
      [requestIdHeader]: request.id,
      ...(authorization !== undefined && { authorization }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(languages !== undefined && { 'accept-language': languages }),
    },
  })
  // A result is one line, and PostgreSQL's JSON has line breaks. They are only between values, so spaces replace them.
  return `{"at":${at},"status":${statusCode},"answer":${body.replaceAll('\n', ' ')}}\n`
}

async function* asTheyCome(lines: readonly Promise<string>[]): AsyncGenerator<string> {
  const awaited = new Map(lines.map((line, at) => [at, line.then((text) => ({ at, text }))]))
  while (awaited.size > 0) {
    const { at, text } = await Promise.race(awaited.values())
    awaited.delete(at)
    yield text
  }
}
