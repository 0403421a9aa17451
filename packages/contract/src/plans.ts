import type { PlanId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { z } from 'zod'
import { endpoint } from './endpoint'
import { plan } from './people'
import {
  emptyToNull,
  emptyToUndefined,
  idParam,
  nameText,
  resultMessageAnswer,
  wireBoolean,
} from './wire-values'

export type PlanView = z.output<typeof plan>

/** A whole number; clients of the earlier API send some as text. */
const amount = z.preprocess(
  emptyToUndefined,
  z.coerce
    .number({ error: 'Required' })
    .int('Invalid number')
    .min(0, 'Invalid number')
    .max(limits.plan.amount, 'Invalid number'),
)
const amountOrNull = z.preprocess(emptyToNull, z.union([z.null(), amount])).optional()

export const planForm = z.object({
  name: nameText,
  users: amount,
  connections: amount,
  queues: amount,
  /** The monthly price in reais, with centavos as decimals. */
  value: z.preprocess(
    emptyToUndefined,
    z.coerce
      .number({ error: 'Required' })
      .min(0, 'Invalid number')
      .max(limits.plan.value, 'Invalid number')
      .refine((value) => Number.isInteger(Math.round(value * 100_000) / 1_000), 'Invalid number'),
  ),
  campaigns: amountOrNull,
  schedules: amountOrNull,
  /** The storage limit. Omitted: stays unchanged. Null: no limit. */
  storageGigabytes: z
    .preprocess(
      emptyToNull,
      z.union([
        z.null(),
        z.coerce
          .number()
          .int('Invalid number')
          .min(1, 'Invalid number')
          .max(limits.plan.amount, 'Invalid number'),
      ]),
    )
    .optional(),
  useCampaigns: wireBoolean.default(false),
  useKanban: wireBoolean.default(false),
  useOpenAi: wireBoolean.default(false),
  useIntegrations: wireBoolean.default(false),
  useSchedules: wireBoolean.default(false),
  useInternalChat: wireBoolean.default(false),
  useExternalApi: wireBoolean.default(false),
  isPublic: wireBoolean.default(true),
})
export type PlanForm = z.output<typeof planForm>

const manage = { access: 'plans.manage', planFlag: 'none' } as const
const planParams = z.object({ planId: idParam<PlanId>() })

/** Public, because the sign-up page has no session yet (PLAN-05, PLAN-06; docs/wire-traps.md, 7). */
export const listPublicPlans = endpoint('GET /plans/list', {
  name: 'plans.list',
  summary: 'The plans on offer, cheapest first',
  access: 'public',
  planFlag: 'none',
  answer: z.array(plan),
})

export const listPublicPlansForOtherClients = endpoint('GET /plans/all', {
  name: 'plans.all',
  summary: 'The same, under the address that other clients use',
  access: 'public',
  planFlag: 'none',
  answer: z.array(plan),
})

export const listAllPlans = endpoint('GET /plans', {
  name: 'plans.kept',
  summary: 'Every plan, also those that the sign-up does not offer',
  ...manage,
  answer: z.array(plan),
})

export const getPlan = endpoint('GET /plans/:planId', {
  name: 'plans.get',
  summary: 'One plan',
  access: 'session',
  planFlag: 'none',
  params: planParams,
  answer: plan,
  errors: ['ERR_NO_PLAN_FOUND'],
})

export const createPlan = endpoint('POST /plans', {
  name: 'plans.create',
  summary: 'Adds a plan',
  ...manage,
  body: planForm,
  answer: plan,
  errors: ['ERR_PLAN_NAME_ALREADY_EXISTS'],
})

export const updatePlan = endpoint('PUT /plans/:planId', {
  name: 'plans.update',
  summary: 'Changes a plan, for every company that has it',
  ...manage,
  params: planParams,
  body: planForm,
  answer: plan,
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_NAME_ALREADY_EXISTS'],
})

export const deletePlan = endpoint('DELETE /plans/:planId', {
  name: 'plans.delete',
  summary: 'Removes a plan that no company has',
  ...manage,
  params: planParams,
  answer: resultMessageAnswer,
  errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_IN_USE'],
})
