import { login, logout } from '@balcao/contract/people'
import { type SignupForm, signUp } from '@balcao/contract/signup'
import { trialDays } from '@balcao/domain/companies'
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../../lib/call'
import { sendRequest } from '../../../lib/send'
import { beginSession, endSessionLocally } from '../../../lib/session'

export interface SignInCredentials {
  readonly email: string
  readonly password: string
  /** True if an admin signs in to pay, although the company's subscription has expired (AUTH-09). */
  readonly paying?: boolean
  readonly code?: string
}

export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignInCredentials) => call(login, { body }),
    onSuccess: beginSession,
  })
}

/** Signs out. If the server is unreachable, the session still ends in this browser (AUTH-15, AUTH-16). */
export function useSignOut(): () => Promise<void> {
  return useCallback(async () => {
    await call(logout).catch(() => undefined)
    endSessionLocally()
  }, [])
}

/** Signs a company up. `referral` comes from the sign-up link and is sent unchanged (AUTH-21, AUTH-22). */
export function useSignUp(referral: string | null) {
  return useMutation({
    mutationFn: (form: SignupForm) =>
      sendRequest(signUp, {
        body: {
          ...form,
          ...trial(Date.now()),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(referral !== null && { companyId: referral }),
        },
      }),
  })
}

/** The trial's terms. The specification requires them in the request (AUTH-25), but the server computes its own. */
function trial(now: number) {
  const dueDate = new Date(now + trialDays * 86_400_000).toISOString()
  return { recurrence: 'MENSAL', dueDate, status: true, campaignsEnabled: true }
}
