import { login } from '@balcao/contract/people'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { beginSession } from '../../../lib/session'

interface Credentials {
  readonly email: string
  readonly password: string
}

export function useSignIn() {
  return useMutation({
    mutationFn: (body: Credentials) => call(login, { body }),
    onSuccess: beginSession,
  })
}
