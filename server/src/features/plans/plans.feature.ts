import { allPlans, listPlans } from '@balcao/contract/plans'
import type { Feature } from '../../platform/feature'
import { publicRoute, type Visitor } from '../../platform/http/route'
import { plansOnOffer } from './plans.read'

const answer = ({ workplace }: Visitor) => workplace.withPlatform('plans for everybody', plansOnOffer)

export const plansFeature: Feature = {
  name: 'plans',
  routes: [publicRoute(listPlans, answer), publicRoute(allPlans, answer)],
}
