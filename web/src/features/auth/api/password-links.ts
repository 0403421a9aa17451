import { readPasswordLink, requestPasswordLink, setPasswordByLink } from '@balcao/contract/password-links'
import { useMutation, useQuery } from '@tanstack/react-query'
import { send } from '../../../lib/send'

export function useRequestPasswordLink() {
  return useMutation({ mutationFn: (email: string) => send(requestPasswordLink, { body: { email } }) })
}

export function usePasswordLink(token: string) {
  return useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => send(readPasswordLink, { body: { token } }, { signal }),
    gcTime: 0,
  })
}

export function useSetPasswordByLink(token: string) {
  return useMutation({
    mutationFn: (password: string) => send(setPasswordByLink, { body: { token, password } }),
  })
}
