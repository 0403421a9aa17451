import { beginSupport } from '@balcao/contract/support'
import type { CompanyId } from '@balcao/domain/ids'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { beginSession } from '../../../lib/session'

/** Begins a support visit; from then on this browser's session is in the company. */
export function useBeginSupport(companyId: CompanyId) {
  return useMutation({
    mutationFn: (reason: string) => call(beginSupport, { params: { companyId }, body: { reason } }),
    onSuccess: beginSession,
  })
}
