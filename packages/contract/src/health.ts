import { z } from 'zod'
import { endpoint } from './endpoint'

export const getHealth = endpoint('GET /health', {
  name: 'health',
  summary: 'Ready to serve, and the database answers',
  access: 'public',
  planFlag: 'none',
  errors: ['ERR_DATABASE_UNAVAILABLE'],
  answer: z.object({ status: z.literal('ok') }),
})

/** Needs a session, because the version tells strangers which security holes to try. */
export const getProductVersion = endpoint('GET /version', {
  name: 'version',
  summary: 'The version of the product that answers',
  access: 'session',
  planFlag: 'none',
  answer: z.object({ version: z.string() }),
})

/**
 * Tells load balancers whether to send requests to this process. A process that is shutting down is not
 * ready, while `GET /health` still answers 200.
 */
export const getReadiness = endpoint('GET /ready', {
  name: 'ready',
  summary: 'Takes new callers: the database answers, and this process is not about to end',
  access: 'public',
  planFlag: 'none',
  errors: ['ERR_DATABASE_UNAVAILABLE', 'ERR_STOPPING'],
  answer: z.object({ status: z.literal('ready') }),
})
