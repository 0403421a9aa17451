import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessages,
  type QuickMessageView,
  type quickMessageForm,
  removeQuickMessageMedia,
  updateQuickMessage,
  uploadQuickMessageMedia,
} from '@balcao/contract/quick-messages'
import type { QuickMessageId } from '@balcao/domain/ids'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, callWithFiles } from '../../../lib/call'
import { useLiveEvent } from '../../../lib/live'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'
import { useSaveWithFile } from '../../../ui/use-save-with-file'

const pagesKey = ['quick-message-pages'] as const

function pagesQuery(searchParam: string) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(listQuickMessages, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, (page) => page.records),
  })
}

export function useQuickMessagePages(search: string) {
  const queries = useQueryClient()
  useLiveEvent('quickMessage', () => void queries.invalidateQueries({ queryKey: pagesKey }))
  return useInfiniteQuery(pagesQuery(search))
}

export function useSaveQuickMessage(quickMessage: QuickMessageView | null) {
  return useSaveWithFile({
    id: quickMessage?.id ?? null,
    queryKey: pagesKey,
    store: (id: QuickMessageId | null, values: z.output<typeof quickMessageForm>) =>
      id === null
        ? call(createQuickMessage, { body: values })
        : call(updateQuickMessage, { params: { quickMessageId: id }, body: values }),
    putFile: ({ id }, file, onProgress) =>
      callWithFiles(uploadQuickMessageMedia, { params: { quickMessageId: id }, body: {} }, [file], {
        onProgress,
      }),
    removeFile: async ({ id, isMedia }) => {
      if (isMedia) await call(removeQuickMessageMedia, { params: { quickMessageId: id } })
    },
  })
}

export function useDeleteQuickMessage() {
  return useRefetchingMutation(
    pagesKey,
    (quickMessageId: QuickMessageId) => call(deleteQuickMessage, { params: { quickMessageId } }),
    'settled',
  )
}
