import { signOutEverywhere } from '@balcao/contract/people'
import type { UserId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** What it ends is told live: a page whose session is over goes to the sign-in by itself. */
export function useSignOutEverywhere(userId: UserId) {
  return useMutation({
    mutationFn: () => call(signOutEverywhere, { params: { userId } }),
    onError: showError,
  })
}
