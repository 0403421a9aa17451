import type { AnswerOf } from '@balcao/contract/endpoint'
import type { LivePromptPayload } from '@balcao/contract/live'
import {
  createPrompt,
  deletePrompt,
  listPrompts,
  type PromptView,
  updatePrompt,
} from '@balcao/contract/prompts'
import type { PromptId } from '@balcao/domain/ids'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { promptsQueryKey } from '../../../lib/lists/assistants'
import { useLiveEvent } from '../../../lib/live'
import { showError } from '../../../ui/toasts'

const listKey = [promptsQueryKey, 'list'] as const
type PromptsPage = AnswerOf<typeof listPrompts>
type Spending = Extract<LivePromptPayload, { action: 'spending' }>

export type PromptValues = z.input<typeof createPrompt.body>

export function usePrompts() {
  return useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => call(listPrompts, { query: { pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      prompts: withoutRepeats(pages.flatMap(({ prompts }) => prompts)),
      count: pages[0]?.count ?? 0,
    }),
  })
}

/** Refetches the prompts when one changes (PROMPT-12), but writes a new cost into the list. */
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
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: PromptValues) =>
      id === null ? call(createPrompt, { body }) : call(updatePrompt, { params: { promptId: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [promptsQueryKey] }),
    onError: showError,
  })
}

export function useDeletePrompt() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (promptId: PromptId) => call(deletePrompt, { params: { promptId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [promptsQueryKey] }),
    onError: showError,
  })
}

/**
 * Removes duplicates: a prompt that is created between two page fetches shifts the rows, so two pages may
 * contain the same row.
 */
function withoutRepeats(prompts: readonly PromptView[]): PromptView[] {
  return [...new Map(prompts.map((prompt) => [prompt.id, prompt])).values()]
}
