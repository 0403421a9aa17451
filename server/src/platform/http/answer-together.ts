import { Readable } from 'node:stream'
import { askedTogether, togetherPath } from '@balcao/contract/asked-together'
import type { Endpoint } from '@balcao/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../refusal'
import { validationRefusal } from './error-answer'
import type { Route } from './route'
import { ofAnswers } from './security-headers'

/**
 * Answers what a page asks in one moment with one request (decision 0034). Each question goes the whole way of a call of its
 * own, with its caller's token and address: session, plan, permission and pace decide on each. Only reading calls of people
 * can be asked so; their answers are told as they come, so none waits for another. `identify` refuses strangers before
 * anything is asked.
 */
export function answerTogether(
  app: FastifyInstance,
  routes: readonly Route[],
  identify: (request: FastifyRequest) => Promise<unknown>,
): void {
  const askable = routes
    .filter(({ kind, endpoint }) => kind === 'session' && endpoint.method === 'GET')
    .map(({ endpoint }) => shapeOf(endpoint))

  app.post(togetherPath, async (request, reply) => {
    await identify(request)
    const { data, error } = askedTogether.safeParse(request.body)
    if (error !== undefined) throw validationRefusal(error)
    const { questions } = data
    const isAskable = (question: string) =>
      isAsWritten(question) && askable.some((shape) => shape.test(question))
    if (!questions.every(isAskable)) throw refuse('ERR_NOT_FOUND')

    const lines = questions.map((question, at) => lineOf(app, request, question, at))
    return reply
      .headers(ofAnswers)
      .type('application/x-ndjson; charset=utf-8')
      .send(Readable.from(asTheyCome(lines)))
  })
}

/** Leads where it says: `/tickets/..\\public` has the shape of a ticket's address, and another's when it is resolved. */
function isAsWritten(question: string): boolean {
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
      ...(authorization !== undefined && { authorization }),
      ...(userAgent !== undefined && { 'user-agent': userAgent }),
      ...(languages !== undefined && { 'accept-language': languages }),
    },
  })
  // PostgreSQL writes JSON in several lines. Between values a blank means the same; within texts no line ends so.
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
