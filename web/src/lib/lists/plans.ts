import { keptPlans, type PlanView } from '@balcao/contract/plans'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call'

/** Every plan of the platform, also those that are offered to nobody, cheapest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }): Promise<PlanView[]> => call(keptPlans, {}, { signal }),
  refetchOnMount: 'always', // SETTING-04
})

export function usePlans() {
  return useQuery(plansQuery)
}
