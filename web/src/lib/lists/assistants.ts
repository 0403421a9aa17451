import { listIntegrations } from '@balcao/contract/integrations'
import { listPrompts } from '@balcao/contract/prompts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { useUser } from '../session'

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

const promptChoices = queryOptions({
  queryKey: [promptsQueryKey, 'choices'],
  queryFn: ({ signal }) =>
    allPages(async (pageNumber) => {
      const { prompts, hasMore } = await call(listPrompts, { query: { pageNumber } }, { signal })
      return { choices: prompts, hasMore }
    }),
})

const integrationChoices = queryOptions({
  queryKey: [integrationsQueryKey, 'choices'],
  queryFn: ({ signal }) =>
    allPages(async (pageNumber) => {
      const { queueIntegrations, hasMore } = await call(
        listIntegrations,
        { query: { pageNumber } },
        { signal },
      )
      return { choices: queueIntegrations, hasMore }
    }),
})

/** Every prompt of the company; null where the plan has none (CONN-27). */
export function usePromptChoices(): readonly AssistantChoice[] | null {
  const isInPlan = useUser().company.plan?.useOpenAi === true
  const { data = [] } = useQuery({ ...promptChoices, enabled: isInPlan })
  return isInPlan ? data : null
}

/** Every integration of the company; null where the plan has none (CONN-27). */
export function useIntegrationChoices(): readonly AssistantChoice[] | null {
  const isInPlan = useUser().company.plan?.useIntegrations === true
  const { data = [] } = useQuery({ ...integrationChoices, enabled: isInPlan })
  return isInPlan ? data : null
}

export function useIntegrationSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('queueIntegration', () => void queries.invalidateQueries({ queryKey: [integrationsQueryKey] }))
}
