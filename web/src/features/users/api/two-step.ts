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

export function useBeginTwoStep() {
  return useMutation({ mutationFn: () => call(beginTwoStepSetup), onError: showError })
}

/** Only the answers of this call and of `useRenewRecoveryCodes` contain recovery codes. */
export function useConfirmTwoStep(ownId: UserId) {
  const readAgain = useRefetchTwoStep(ownId)
  const onSuccess = () => void readAgain()
  return useMutation({
    mutationFn: (code: string) => call(confirmTwoStepSetup, { body: { code } }),
    onSuccess,
  })
}

export function useRenewRecoveryCodes(ownId: UserId) {
  const readAgain = useRefetchTwoStep(ownId)
  const onSuccess = () => void readAgain()
  return useMutation({ mutationFn: (body: IdentityProof) => call(renewRecoveryCodes, { body }), onSuccess })
}

export function useSwitchOffTwoStep(ownId: UserId) {
  const onSuccess = useRefetchTwoStep(ownId)
  return useMutation({ mutationFn: (body: IdentityProof) => call(disableTwoStep, { body }), onSuccess })
}

export function useResetTwoStep(userId: UserId) {
  return useRefetchingMutation(queryKeyOf(userId), () => call(resetTwoStep, { params: { userId } }))
}

function useRefetchTwoStep(userId: UserId) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: queryKeyOf(userId) })
}
