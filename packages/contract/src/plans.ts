import { z } from 'zod'
import { endpoint } from './endpoint'
import { plan } from './people'

/** The sign-up page asks before anybody is signed in (PLAN-05, PLAN-06; docs/wire-traps.md, 7). */
export const listPlans = endpoint({
  name: 'plans.list',
  summary: 'The plans on offer, cheapest first',
  method: 'GET',
  path: '/plans/list',
  access: 'public',
  planFlag: 'none',
  answer: z.array(plan),
})

export const allPlans = endpoint({
  name: 'plans.all',
  summary: 'The same, under the address that other clients use',
  method: 'GET',
  path: '/plans/all',
  access: 'public',
  planFlag: 'none',
  answer: z.array(plan),
})
