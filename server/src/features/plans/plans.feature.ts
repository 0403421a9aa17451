import * as calls from '@balcao/contract/plans'
import type { Feature } from '../../platform/feature'
import { type PublicCaller, platformRoute, publicRoute, readRoute } from '../../platform/http/route'
import { companyPlanChanged, plansChanged } from './plans.events'
import { planToRead, publicPlans, readAllPlans } from './plans.read'
import { createPlan, deletePlan, updatePlan } from './plans.verbs'

const answer = ({ workplace }: PublicCaller) => workplace.withPlatform('plans for everybody', publicPlans)

export const plansFeature: Feature = {
  name: 'plans',
  routes: [
    publicRoute(calls.listPublicPlans, answer),
    publicRoute(calls.listPublicPlansForOtherClients, answer),
    platformRoute(calls.listAllPlans, readAllPlans),
    readRoute(calls.getPlan, (work, { params }) => planToRead(work, params.planId)),
    platformRoute(calls.createPlan, (work, { body }) => createPlan(work, body)),
    platformRoute(calls.updatePlan, (work, { params, body }) => updatePlan(work, params.planId, body)),
    platformRoute(calls.deletePlan, async (work, { params }) => {
      await deletePlan(work, params.planId)
      return { message: 'plan deleted' }
    }),
  ],
  events: [companyPlanChanged, plansChanged],
}
