import type { AnswerOf } from '@balcao/contract/endpoint'
import type { LivePromptPayload } from '@balcao/contract/live'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from '@balcao/contract/prompts'
import type { PromptId } from '@balcao/domain/ids'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { promptsQueryKey } from '../../../lib/lists/assistants'
import { useLiveEvent } from '../../../lib/live'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

const listKey = [promptsQueryKey, 'list'] as const
type PromptsPage = AnswerOf<typeof listPrompts>
type Spending = Extract<LivePromptPayload, { action: 'spending' }>

type PromptValues = z.input<typeof createPrompt.body>

export function usePrompts() {
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => call(listPrompts, { query: { pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, ({ prompts }) => prompts),
  })
}

/**
 * Refetches the prompts when one changes (PROMPT-12). A `spending` event follows each call to the AI
 * provider, so it writes the new costs into the cached list without a refetch.
 */
export function usePromptSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('prompt', (event) => {
    if (event.action !== 'spending') void queries.invalidateQueries({ queryKey: [promptsQueryKey] })
    else
      queries.setQueryData<InfiniteData<PromptsPage>>(
        listKey,
        (list) => list && { ...list, pages: list.pages.map((page) => withSpending(page, event)) },
      )
  })
}

function withSpending(page: PromptsPage, { promptId, spending, lastCallAt, lastFailure }: Spending) {
  const prompts = page.prompts.map((prompt) =>
    prompt.id === promptId ? { ...prompt, spending, lastCallAt, lastFailure } : prompt,
  )
  return { ...page, prompts }
}

export function useSavePrompt(id: PromptId | null) {
  return useRefetchingMutation([promptsQueryKey], (body: PromptValues) =>
    id === null ? call(createPrompt, { body }) : call(updatePrompt, { params: { promptId: id }, body }),
  )
}

export function useDeletePrompt() {
  return useRefetchingMutation([promptsQueryKey], (promptId: PromptId) =>
    call(deletePrompt, { params: { promptId } }),
  )
}
