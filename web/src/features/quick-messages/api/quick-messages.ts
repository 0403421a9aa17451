import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessages,
  putQuickMessageMedia,
  type QuickMessageView,
  type quickMessageForm,
  removeQuickMessageMedia,
  updateQuickMessage,
} from '@balcao/contract/quick-messages'
import type { QuickMessageId } from '@balcao/domain/ids'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call, upload } from '../../../lib/call'
import { useLive } from '../../../lib/live'
import type { ChosenFile } from '../../../ui/file-field'
import { showError } from '../../../ui/toasts'

const pagesKey = ['quick-message-pages'] as const

function pagesQuery(searchParam: string) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey, searchParam],
    queryFn: ({ pageParam, signal }) =>
      call(listQuickMessages, { query: { searchParam, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      // The map removes duplicates: a row that is created between two page fetches shifts the others.
      records: [...new Map(pages.flatMap((page) => page.records).map((one) => [one.id, one])).values()],
      count: pages[0]?.count ?? 0,
    }),
  })
}

/** Own and shared quick messages that contain the text, page by page; refetched when one changes. */
export function useQuickMessagePages(search: string) {
  const queries = useQueryClient()
  useLive('quickMessage', () => void queries.invalidateQueries({ queryKey: pagesKey }))
  return useInfiniteQuery(pagesQuery(search))
}

interface QuickMessageDraft {
  readonly values: z.output<typeof quickMessageForm>
  readonly file: ChosenFile
}

/**
 * Creates or changes a quick message, then its file. When only the file failed, the next try changes the quick message that
 * was created. The dialog handles refusals.
 */
export function useSaveQuickMessage(quickMessage: QuickMessageView | null) {
  const queries = useQueryClient()
  const [id, setId] = useState<QuickMessageId | null>(quickMessage?.id ?? null)
  const [uploaded, setUploaded] = useState<number>()
  const save = useMutation({
    mutationFn: async ({ values, file }: QuickMessageDraft) => {
      const stored =
        id === null
          ? await call(createQuickMessage, { body: values })
          : await call(updateQuickMessage, { params: { quickMessageId: id }, body: values })
      setId(stored.id)
      await saveFile(stored, file, setUploaded)
    },
    onSettled: () => {
      setUploaded(undefined)
      return queries.invalidateQueries({ queryKey: pagesKey })
    },
  })
  return { save: save.mutateAsync, uploaded }
}

async function saveFile(
  stored: QuickMessageView,
  file: ChosenFile,
  onProgress: (share: number) => void,
): Promise<void> {
  const params = { quickMessageId: stored.id }
  if (file instanceof File) await upload(putQuickMessageMedia, { params, body: {} }, [file], { onProgress })
  else if (file === 'none' && stored.isMedia) await call(removeQuickMessageMedia, { params })
}

export function useDeleteQuickMessage() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (quickMessageId: QuickMessageId) => call(deleteQuickMessage, { params: { quickMessageId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: pagesKey }),
    onError: showError,
  })
}
