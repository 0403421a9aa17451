import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  type QueueOptionView,
  updateQueueOption,
} from '@balcao/contract/queue-options'
import type { QueueId, QueueOptionId } from '@balcao/domain/ids'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import i18n from '../../../lib/i18n/i18n'
import { useLiveEvent } from '../../../lib/live'
import { showError, showToast } from '../../../ui/toasts'
import type { MenuOptionPosition } from '../menu/option-moves'

const menuQuery = (queueId: QueueId) =>
  queryOptions({
    queryKey: ['queueOptions', queueId],
    queryFn: ({ signal }): Promise<QueueOptionView[]> =>
      call(listQueueOptions, { query: { queueId } }, { signal }),
    refetchOnMount: 'always', // an unmounted menu received no events
  })

export function useQueueMenu(queueId: QueueId) {
  const queries = useQueryClient()
  useLiveEvent('queueOptions', (event) => {
    if (event.queueId === queueId) void queries.invalidateQueries(menuQuery(queueId))
  })
  return useQuery(menuQuery(queueId))
}

export interface MenuOptionTexts {
  readonly title: string
  readonly message: string
}

export function useAddMenuOption(queueId: QueueId) {
  return useMenuChange(
    queueId,
    ({ parentId, ...words }: MenuOptionTexts & { parentId: QueueOptionId | null }) =>
      call(createQueueOption, { body: { queueId, parentId, ...words } }),
  )
}

export function useChangeMenuOption(queueId: QueueId) {
  return useMenuChange(
    queueId,
    ({ optionId, change }: { optionId: QueueOptionId; change: MenuOptionTexts | MenuOptionPosition }) =>
      call(updateQueueOption, { params: { optionId }, body: change }),
  )
}

export function useDeleteMenuOption(queueId: QueueId) {
  return useMenuChange(queueId, (optionId: QueueOptionId) =>
    call(deleteQueueOption, { params: { optionId } }),
  )
}

/** Changes the menu of a queue. The mutation stays pending until the refetched menu is cached. */
function useMenuChange<Change, Answer>(queueId: QueueId, change: (change: Change) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (wanted: Change) => {
      const answer = await change(wanted)
      await queries.invalidateQueries(menuQuery(queueId))
      return answer
    },
    onSuccess: () => showToast('success', i18n.t('queues:saveToKeep')),
    onError: showError,
  })
}
