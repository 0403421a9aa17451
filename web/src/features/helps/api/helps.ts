import {
  createHelpVideo,
  deleteHelpVideo,
  type HelpVideoForm,
  type HelpVideoView,
  listAllHelpVideos,
  updateHelpVideo,
} from '@balcao/contract/helps'
import type { LiveHelpVideoPayload } from '@balcao/contract/live'
import { listWithoutRecord, listWithRecord } from '@balcao/contract/record-reducers'
import type { HelpId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const helpsQuery = queryOptions({
  queryKey: ['helps'],
  queryFn: ({ signal }): Promise<HelpVideoView[]> => call(listAllHelpVideos, {}, { signal }),
})

export function useHelps() {
  const queries = useQueryClient()
  useLiveEvent('help', (event) =>
    queries.setQueryData(helpsQuery.queryKey, (list) => list && reduceHelp(list, event)),
  )
  return useQuery(helpsQuery)
}

export function useSaveHelp(id: HelpId | null) {
  const reduce = useListReducer()
  return useMutation({
    mutationFn: (body: HelpVideoForm): Promise<HelpVideoView> =>
      id === null ? call(createHelpVideo, { body }) : call(updateHelpVideo, { params: { helpId: id }, body }),
    onSuccess: (record) => reduce({ action: 'update', record }),
  })
}

export function useDeleteHelp() {
  const reduce = useListReducer()
  return useMutation({
    mutationFn: (id: HelpId) => call(deleteHelpVideo, { params: { helpId: id } }),
    onSuccess: (_, id) => reduce({ action: 'delete', id }),
    onError: showError,
  })
}

function useListReducer(): (event: LiveHelpVideoPayload) => void {
  const queries = useQueryClient()
  return (event) => queries.setQueryData(helpsQuery.queryKey, (list) => list && reduceHelp(list, event))
}

function reduceHelp(list: readonly HelpVideoView[], event: LiveHelpVideoPayload): HelpVideoView[] {
  if (event.action === 'delete') return listWithoutRecord(list, event.id)
  return listWithRecord(list, event.record).sort(
    (a, b) => a.title.localeCompare(b.title, 'pt-BR') || a.id - b.id,
  )
}
