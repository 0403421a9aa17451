import type { Feature } from '../../platform/feature'
import { companiesChanged, companyChanged } from './companies.events'
import { companyRoutes } from './companies.routes'

export const companiesFeature: Feature = {
  name: 'companies',
  routes: companyRoutes,
  events: [companyChanged, companiesChanged],
}
