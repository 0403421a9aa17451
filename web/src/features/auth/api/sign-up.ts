import { listPlans, type PlanView } from '@balcao/contract/plans'
import { type SignupForm, signUp } from '@balcao/contract/signup'
import { trialDays } from '@balcao/domain/companies'
import { useMutation, useQuery } from '@tanstack/react-query'
import { send } from '../../../lib/send'

/** What a stranger may choose from, asked for without credentials (GEN-05, AUTH-26). */
export function usePlansOnOffer() {
  return useQuery({
    queryKey: ['plans on offer'],
    queryFn: ({ signal }): Promise<PlanView[]> => send(listPlans, {}, { signal, isAnonymous: true }),
  })
}

/** `referral` is what stood in the link, sent along as it is (AUTH-21, AUTH-22). */
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

/** As the documents want it sent (AUTH-25); the server reckons it anew. */
function trial(now: number) {
  const dueDate = new Date(now + trialDays * 86_400_000).toISOString()
  return { recurrence: 'MENSAL', dueDate, status: true, campaignsEnabled: true }
}
