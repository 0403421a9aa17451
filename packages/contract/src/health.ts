import { z } from 'zod'
import { endpoint } from './endpoint'

export const health = endpoint({
  name: 'health',
  summary: 'Ready to serve, and the database answers',
  method: 'GET',
  path: '/health',
  access: 'public',
  planFlag: 'none',
  errors: ['ERR_DATABASE_UNAVAILABLE'],
  answer: z.object({ status: z.literal('ok') }),
})
