import { signOutEverywhere } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Ends every session of a user. An event sends their open pages to the sign-in. */
export function useSignOutEverywhere(userId: UserId) {
  return useMutation({
    mutationFn: () => call(signOutEverywhere, { params: { userId } }),
    onError: showError,
  })
}
