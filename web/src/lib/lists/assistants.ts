import { listIntegrations } from '@balcao/contract/integrations'
import { listPrompts } from '@balcao/contract/prompts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { useIsInPlan } from '../session'

export const promptsQueryKey = 'prompts'
export const integrationsQueryKey = 'integrations'

export interface AssistantChoice {
  readonly id: number
  readonly name: string
}

interface ChoicesPage {
  readonly choices: readonly AssistantChoice[]
  readonly hasMore: boolean
}

async function allPages(page: (pageNumber: number) => Promise<ChoicesPage>): Promise<AssistantChoice[]> {
  const found: AssistantChoice[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { choices, hasMore } = await page(pageNumber)
    found.push(...choices.map(({ id, name }) => ({ id, name })))
    if (!hasMore) return found
  }
}

function useChoices(
  queryKey: string,
  isInPlan: boolean,
  fetchPage: (pageNumber: number, signal: AbortSignal) => Promise<ChoicesPage>,
): readonly AssistantChoice[] | null {
  const { data = [] } = useQuery({
    queryKey: [queryKey, 'choices'],
    queryFn: ({ signal }) => allPages((pageNumber) => fetchPage(pageNumber, signal)),
    enabled: isInPlan,
  })
  return isInPlan ? data : null
}

/** Every prompt of the company; null if its plan does not include prompts (CONN-27). */
export function usePromptChoices(): readonly AssistantChoice[] | null {
  return useChoices(promptsQueryKey, useIsInPlan('useOpenAi'), async (pageNumber, signal) => {
    const { prompts, hasMore } = await call(listPrompts, { query: { pageNumber } }, { signal })
    return { choices: prompts, hasMore }
  })
}

/** Every integration of the company; null if its plan does not include integrations (CONN-27). */
export function useIntegrationChoices(): readonly AssistantChoice[] | null {
  return useChoices(integrationsQueryKey, useIsInPlan('useIntegrations'), async (pageNumber, signal) => {
    const answer = await call(listIntegrations, { query: { pageNumber } }, { signal })
    return { choices: answer.queueIntegrations, hasMore: answer.hasMore }
  })
}

export function useIntegrationSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('queueIntegration', () => void queries.invalidateQueries({ queryKey: [integrationsQueryKey] }))
}
