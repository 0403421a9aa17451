import type { EndpointCallAnswer } from '@balcao/contract/client'
import { getMoveOut, orderMoveOut } from '@balcao/contract/move-out'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'

type Fetched = EndpointCallAnswer<typeof getMoveOut>

const moveOutQuery = queryOptions({
  queryKey: ['move-out'],
  queryFn: ({ signal }): Promise<Fetched> => call(getMoveOut, {}, { signal }),
  refetchOnMount: 'always',
})

/**
 * The export of all data of the company. Live events contain no download links, so the hook refetches the
 * export.
 */
export function useMoveOutExport() {
  const queries = useQueryClient()
  useLiveEvent('moveOut', ({ state, total, done }) => {
    const known = queries.getQueryData(moveOutQuery.queryKey)?.export
    // Takes lower counts too, because a restarted job counts from the beginning.
    if (state === 'running' && known?.state === 'running')
      queries.setQueryData(moveOutQuery.queryKey, { export: { ...known, total, done } })
    else void queries.invalidateQueries({ queryKey: moveOutQuery.queryKey })
  })
  return useQuery(moveOutQuery)
}

export function useRequestMoveOutExport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => call(orderMoveOut, { body: { password } }),
    onSuccess: (made) => queries.setQueryData(moveOutQuery.queryKey, { export: made }),
  })
}
