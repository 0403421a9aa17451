import {
  createHelp,
  deleteHelp,
  type HelpVideoForm,
  type HelpVideoView,
  listAllHelps,
  updateHelp,
} from '@balcao/contract/helps'
import type { LiveHelpPayload } from '@balcao/contract/live'
import { withoutRecord, withRecord } from '@balcao/contract/record-reducers'
import type { HelpId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const helpsQuery = queryOptions({
  queryKey: ['helps'],
  queryFn: ({ signal }): Promise<HelpVideoView[]> => call(listAllHelps, {}, { signal }),
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
      id === null ? call(createHelp, { body }) : call(updateHelp, { params: { helpId: id }, body }),
    onSuccess: (record) => reduce({ action: 'update', record }),
  })
}

export function useDeleteHelp() {
  const reduce = useListReducer()
  return useMutation({
    mutationFn: (id: HelpId) => call(deleteHelp, { params: { helpId: id } }),
    onSuccess: (_, id) => reduce({ action: 'delete', id }),
    onError: showError,
  })
}

function useListReducer(): (event: LiveHelpPayload) => void {
  const queries = useQueryClient()
  return (event) => queries.setQueryData(helpsQuery.queryKey, (list) => list && reduceHelp(list, event))
}

function reduceHelp(list: readonly HelpVideoView[], event: LiveHelpPayload): HelpVideoView[] {
  if (event.action === 'delete') return withoutRecord(list, event.id)
  return withRecord(list, event.record).sort((a, b) => a.title.localeCompare(b.title, 'pt-BR') || a.id - b.id)
}
