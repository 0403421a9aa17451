import {
  createIntegration,
  deleteIntegration,
  type IntegrationView,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from '@balcao/contract/integrations'
import type { IntegrationId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { integrationsQueryKey } from '../../../lib/lists/assistants'
import { showError } from '../../../ui/toasts'

export type IntegrationBody = z.input<typeof createIntegration.body>

export function useIntegrations(search: string) {
  return useInfiniteQuery({
    queryKey: [integrationsQueryKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call(listIntegrations, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    select: ({ pages }) => ({
      records: withoutRepeats(pages.flatMap(({ queueIntegrations }) => queueIntegrations)),
      count: pages[0]?.count ?? 0,
    }),
  })
}

export function useSaveIntegration(id: IntegrationId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: IntegrationBody) =>
      id === null
        ? call(createIntegration, { body })
        : call(updateIntegration, { params: { integrationId: id }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [integrationsQueryKey] }),
    onError: showError,
  })
}

export function useDeleteIntegration() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (integrationId: IntegrationId) => call(deleteIntegration, { params: { integrationId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [integrationsQueryKey] }),
    onError: showError,
  })
}

/** The server adds the stored secrets of the integration `id`, which the form does not have. */
export function useTestIntegration(id: IntegrationId | null) {
  return useMutation({
    mutationFn: (body: z.input<typeof testIntegration.body>) =>
      call(testIntegration, { body: { ...body, integrationId: id } }),
    onError: showError,
  })
}

/**
 * Removes duplicates: an integration that is created between two page fetches shifts the rows, so two pages
 * may contain the same row.
 */
function withoutRepeats(integrations: readonly IntegrationView[]): IntegrationView[] {
  return [...new Map(integrations.map((integration) => [integration.id, integration])).values()]
}
