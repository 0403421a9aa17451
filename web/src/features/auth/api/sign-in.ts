import { login } from '@balcao/contract/people'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { beginSession } from '../../../lib/session'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** An admin of an expired company signs in to pay (AUTH-09). */
  readonly paying?: boolean
  /** The code of the second step. */
  readonly code?: string
}

export function useSignIn() {
  return useMutation({
    mutationFn: (body: Credentials) => call(login, { body }),
    onSuccess: beginSession,
  })
}
