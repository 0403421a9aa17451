import { listWebhooks } from '@balcao/contract/webhooks'
import { hasPermission } from '@balcao/domain/permissions'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../call'
import { useLiveEvent } from '../live'
import { useIsInPlan, useViewer } from '../session'

export const webhooksQueryKey = 'webhooks'

const webhooksQuery = queryOptions({
  queryKey: [webhooksQueryKey, 'list'],
  queryFn: async ({ signal }) => (await call(listWebhooks, {}, { signal })).webhooks,
})

/** Every webhook of the company, for users who manage webhooks. */
export function useWebhooks() {
  const mayKeep = hasPermission(useViewer(), 'webhooks.manage')
  const isInPlan = useIsInPlan('useExternalApi')
  return useQuery({ ...webhooksQuery, enabled: mayKeep && isInPlan })
}

/** Refetches webhooks and their deliveries when a live event reports a change. Mount once per tab. */
export function useWebhookSubscription(): void {
  const queries = useQueryClient()
  useLiveEvent('webhook', () => void queries.invalidateQueries({ queryKey: [webhooksQueryKey] }))
}
