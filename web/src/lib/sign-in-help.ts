import { getForgottenPasswordOptions } from '@balcao/contract/password-links'
import { useQuery } from '@tanstack/react-query'
import { sendRequest } from './send'

/** Who can help with a forgotten password, and whether the installation sends e-mail. */
export function useSignInHelp() {
  return useQuery({
    queryKey: ['sign-in-help'],
    queryFn: ({ signal }) => sendRequest(getForgottenPasswordOptions, {}, { signal }),
  })
}
