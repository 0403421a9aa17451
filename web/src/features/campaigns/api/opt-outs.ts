import { createOptOut, deleteOptOut, listOptOuts, type OptOutView } from '@balcao/contract/campaigns'
import type { OptOutId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'
import { pagedQueryOptions, uniqueRecordsOf } from './campaigns'

const key = ['campaign-opt-outs'] as const

export function useOptOuts(search: string) {
  const queries = useQueryClient()
  useLiveEvent('campaignOptOut', () => void queries.invalidateQueries({ queryKey: key }))
  return useInfiniteQuery({
    queryKey: [...key, search],
    queryFn: ({ pageParam, signal }) =>
      call(listOptOuts, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    ...pagedQueryOptions,
    select: uniqueRecordsOf<OptOutView>,
  })
}

export function useAddOptOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; number: string }) => call(createOptOut, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useDeleteOptOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (optOutId: OptOutId) => call(deleteOptOut, { params: { optOutId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
    onError: showError,
  })
}
