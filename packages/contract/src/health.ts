import { z } from 'zod'
import { endpoint } from './endpoint'

export const getHealth = endpoint({
  name: 'health',
  summary: 'Ready to serve, and the database answers',
  method: 'GET',
  path: '/health',
  access: 'public',
  planFlag: 'none',
  errors: ['ERR_DATABASE_UNAVAILABLE'],
  answer: z.object({ status: z.literal('ok') }),
})

/** Needs a session, because the version tells strangers which security holes to try. */
export const getProductVersion = endpoint({
  name: 'version',
  summary: 'The version of the product that answers',
  method: 'GET',
  path: '/version',
  access: 'session',
  planFlag: 'none',
  answer: z.object({ version: z.string() }),
})

/** For load balancers. A process that is not ready gets no new requests, while `health` still answers 200. */
export const getReadiness = endpoint({
  name: 'ready',
  summary: 'Takes new callers: the database answers, and this process is not about to end',
  method: 'GET',
  path: '/ready',
  access: 'public',
  planFlag: 'none',
  errors: ['ERR_DATABASE_UNAVAILABLE', 'ERR_STOPPING'],
  answer: z.object({ status: z.literal('ready') }),
})
