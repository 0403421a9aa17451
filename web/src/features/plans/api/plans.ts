import {
  allPlans,
  createPlan,
  deletePlan,
  type PlanForm,
  type PlanView,
  updatePlan,
} from '@balcao/contract/plans'
import type { PlanId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Every plan, cheapest first. */
const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }): Promise<PlanView[]> => call(allPlans, {}, { signal }),
  refetchOnMount: 'always', // SETTING-04
})

export function usePlans() {
  return useQuery(plansQuery)
}

/** Creates, or changes the plan of `id`. */
export function useSavePlan(id: PlanId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PlanForm): Promise<PlanView> =>
      id === null ? call(createPlan, { body }) : call(updatePlan, { params: { planId: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: plansQuery.queryKey }),
  })
}

export function useDeletePlan() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: PlanId) => call(deletePlan, { params: { planId: id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: plansQuery.queryKey }),
    onError: showError,
  })
}
