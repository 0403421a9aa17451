import { type SignupForm, signUp } from '@balcao/contract/signup'
import { trialDays } from '@balcao/domain/companies'
import { useMutation } from '@tanstack/react-query'
import { send } from '../../../lib/send'

/** Sends the `referral` of the link unchanged (AUTH-21, AUTH-22). */
export function useSignUp(referral: string | null) {
  return useMutation({
    mutationFn: (form: SignupForm) =>
      send(signUp, {
        body: {
          ...form,
          ...trial(Date.now()),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(referral !== null && { companyId: referral }),
        },
      }),
  })
}

/** The fields that the documents require (AUTH-25); the server recomputes them. */
function trial(now: number) {
  const dueDate = new Date(now + trialDays * 86_400_000).toISOString()
  return { recurrence: 'MENSAL', dueDate, status: true, campaignsEnabled: true }
}
