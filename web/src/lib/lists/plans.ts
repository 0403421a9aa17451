import { listAllPlans, listPublicPlans, type PlanView } from '@balcao/contract/plans'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { sendRequest } from '../send'

/** Every plan of the platform, cheapest first, including plans that are not on offer; live. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }): Promise<PlanView[]> => call(listAllPlans, {}, { signal }),
  refetchOnMount: 'always', // Implements SETTING-04.
})

export function usePlans() {
  const queries = useQueryClient()
  useLiveEvent('plans', () => void queries.invalidateQueries({ queryKey: plansQuery.queryKey }))
  return useQuery(plansQuery)
}

/** The plans on offer, fetched without credentials, signed in or not (GEN-05, AUTH-26). */
export function usePlansOnOffer() {
  return useQuery({
    queryKey: ['plans', 'offered'],
    queryFn: ({ signal }): Promise<PlanView[]> =>
      sendRequest(listPublicPlans, {}, { signal, isAnonymous: true }),
  })
}
