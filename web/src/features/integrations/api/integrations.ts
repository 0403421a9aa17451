import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from '@balcao/contract/integrations'
import type { IntegrationId } from '@balcao/domain/ids'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { integrationsQueryKey } from '../../../lib/lists/assistants'
import { numberedPageQueryOptions, recordsOfPages } from '../../../ui/numbered-pages'
import { showError } from '../../../ui/toasts'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

export type IntegrationBody = z.input<typeof createIntegration.body>

export function useIntegrations(search: string) {
  return useInfiniteQuery({
    queryKey: [integrationsQueryKey, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      call(listIntegrations, { query: { searchParam: search, pageNumber: pageParam } }, { signal }),
    ...numberedPageQueryOptions,
    select: ({ pages }) => recordsOfPages(pages, ({ queueIntegrations }) => queueIntegrations),
  })
}

export function useSaveIntegration(id: IntegrationId | null) {
  return useRefetchingMutation([integrationsQueryKey], (body: IntegrationBody) =>
    id === null
      ? call(createIntegration, { body })
      : call(updateIntegration, { params: { integrationId: id }, body }),
  )
}

export function useDeleteIntegration() {
  return useRefetchingMutation([integrationsQueryKey], (integrationId: IntegrationId) =>
    call(deleteIntegration, { params: { integrationId } }),
  )
}

/**
 * Tries the values of the form. The server adds the stored secrets of the integration `id`, which the form
 * does not have.
 */
export function useTestIntegration(id: IntegrationId | null) {
  return useMutation({
    mutationFn: (body: z.input<typeof testIntegration.body>) =>
      call(testIntegration, { body: { ...body, integrationId: id } }),
    onError: showError,
  })
}
