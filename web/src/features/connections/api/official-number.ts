import {
  checkOfficialNumber,
  getOfficialNumber,
  listBusinessAccountPhoneNumbers,
  type OfficialNumber,
  setUpOfficialNumber,
} from '@balcao/contract/official-numbers'
import type { ConnectionId } from '@balcao/domain/ids'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

const keyOf = (id: ConnectionId) => ['official-number', id] as const
/**
 * In milliseconds: the poll interval until Meta has verified the callback address and the first message has
 * arrived.
 */
const askAgainMs = 3_000

/** The configuration of a connection's official number; null before it is set up. */
export function useOfficialNumber(id: ConnectionId) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: () => call(getOfficialNumber, { params: { connectionId: id } }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.webhookVerifiedAt === null || data.firstMessageAt === null) ? askAgainMs : false,
  })
}

export interface OfficialNumberCredentials {
  readonly accountId: string
  readonly token: string
  readonly appSecret: string
}

export function useFindOfficialNumbers(id: ConnectionId) {
  return useMutation({
    mutationFn: (body: OfficialNumberCredentials) =>
      call(listBusinessAccountPhoneNumbers, { params: { connectionId: id }, body }),
  })
}

export function useSetUpOfficialNumber(id: ConnectionId) {
  const keep = useKeep(id)
  return useMutation({
    mutationFn: (body: OfficialNumberCredentials & { phoneNumberId: string }) =>
      call(setUpOfficialNumber, { params: { connectionId: id }, body }),
    onSuccess: keep,
  })
}

export function useCheckOfficialNumber(id: ConnectionId) {
  const keep = useKeep(id)
  return useMutation({
    mutationFn: () => call(checkOfficialNumber, { params: { connectionId: id } }),
    onSuccess: keep,
    onError: showError,
  })
}

function useKeep(id: ConnectionId): (number: OfficialNumber) => void {
  const queries = useQueryClient()
  return (number) => queries.setQueryData(keyOf(id), number)
}
