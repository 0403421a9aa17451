import {
  beginTwoStepSetup,
  confirmTwoStepSetup,
  disableTwoStep,
  getTwoStepStatus,
  renewRecoveryCodes,
  resetTwoStep,
} from '@balcao/contract/two-step'
import type { UserId } from '@balcao/domain/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

const queryKeyOf = (userId: UserId) => ['two-step', userId]

export interface IdentityProof {
  readonly password: string
  readonly code: string
}

export function useTwoStepStatus(userId: UserId) {
  return useQuery({
    queryKey: queryKeyOf(userId),
    queryFn: ({ signal }) => call(getTwoStepStatus, { params: { userId } }, { signal }),
    staleTime: 0,
  })
}

export function useBeginTwoStepSetup() {
  return useMutation({ mutationFn: () => call(beginTwoStepSetup), onError: showError })
}

/**
 * Switches two-step sign-in on. Only the answers of this call and of `useRenewRecoveryCodes` contain recovery
 * codes.
 */
export function useConfirmTwoStepSetup(ownId: UserId) {
  return useTwoStepMutation(ownId, (code: string) => call(confirmTwoStepSetup, { body: { code } }))
}

export function useRenewRecoveryCodes(ownId: UserId) {
  return useTwoStepMutation(ownId, (body: IdentityProof) => call(renewRecoveryCodes, { body }))
}

export function useSwitchOffTwoStep(ownId: UserId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: IdentityProof) => call(disableTwoStep, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeyOf(ownId) }),
  })
}

export function useResetTwoStep(userId: UserId) {
  return useRefetchingMutation(queryKeyOf(userId), () => call(resetTwoStep, { params: { userId } }))
}

/**
 * Changes the two-step sign-in of a user. Does not wait for the refetched status, so that recovery codes show
 * at once.
 */
function useTwoStepMutation<Answer, Input>(userId: UserId, mutationFn: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  const onSuccess = () => void queries.invalidateQueries({ queryKey: queryKeyOf(userId) })
  return useMutation({ mutationFn, onSuccess })
}
