import { createPlan, deletePlan, type PlanForm, type PlanView, updatePlan } from '@balcao/contract/plans'
import type { PlanId } from '@balcao/domain/ids'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { plansQuery } from '../../../lib/lists/plans'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

export function useSavePlan(id: PlanId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PlanForm): Promise<PlanView> =>
      id === null ? call(createPlan, { body }) : call(updatePlan, { params: { planId: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: plansQuery.queryKey }),
  })
}

export function useDeletePlan() {
  return useRefetchingMutation(plansQuery.queryKey, (planId: PlanId) =>
    call(deletePlan, { params: { planId } }),
  )
}
