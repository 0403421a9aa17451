import {
  getAccountOfPasswordLink,
  requestPasswordLink,
  setPasswordByLink,
} from '@balcao/contract/password-links'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sendRequest } from '../../../lib/send'

export function useRequestPasswordLink() {
  return useMutation({ mutationFn: (email: string) => sendRequest(requestPasswordLink, { body: { email } }) })
}

export function usePasswordLinkDetails(token: string) {
  return useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => sendRequest(getAccountOfPasswordLink, { body: { token } }, { signal }),
    gcTime: 0,
  })
}

export function useSetPasswordByLink(token: string) {
  return useMutation({
    mutationFn: (password: string) => sendRequest(setPasswordByLink, { body: { token, password } }),
  })
}
