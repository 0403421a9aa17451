import { z } from 'zod'
import { endpoint } from './endpoint'

export const health = endpoint({
  name: 'health',
  summary: 'Ready to serve',
  method: 'GET',
  path: '/health',
  access: 'public',
  planFlag: 'none',
  answer: z.object({ status: z.literal('ok') }),
})
