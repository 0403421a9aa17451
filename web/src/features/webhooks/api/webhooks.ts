import {
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
  updateWebhook,
} from '@balcao/contract/webhooks'
import type { DeliveryId, WebhookId } from '@balcao/domain/ids'
import type { DeliveryState } from '@balcao/domain/webhooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../../lib/call'
import { webhooksQueryKey } from '../../../lib/lists/webhooks'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

export type WebhookBody = z.input<typeof createWebhook.body>

export function useSaveWebhook(id: WebhookId | null) {
  return useAct(async (body: WebhookBody): Promise<string | null> => {
    if (id === null) return (await call(createWebhook, { body })).secret
    await call(updateWebhook, { params: { webhookId: id }, body })
    return null
  })
}

export function useDeleteWebhook() {
  return useAct((webhookId: WebhookId) => call(deleteWebhook, { params: { webhookId } }))
}

export function useRenewWebhookSecret(webhookId: WebhookId) {
  return useAct(() => call(renewWebhookSecret, { params: { webhookId } }))
}

export function useTestWebhook() {
  return useAct((webhookId: WebhookId) => call(testWebhook, { params: { webhookId } }))
}

export function useWebhookDeliveries(webhookId: WebhookId, state: DeliveryState | null) {
  return useInfiniteQuery({
    queryKey: [webhooksQueryKey, 'log', webhookId, state],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...(state && { state }), ...(pageParam !== null && { before: pageParam }) }
      return call(listWebhookDeliveries, { params: { webhookId }, query }, { signal })
    },
    initialPageParam: null as DeliveryId | null, // the type of all pages, not only of the first
    getNextPageParam: (page) => (page.hasMore ? page.deliveries.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
  })
}

export function useWebhookDelivery(webhookId: WebhookId, deliveryId: DeliveryId) {
  return useQuery({
    queryKey: [webhooksQueryKey, 'delivery', webhookId, deliveryId],
    queryFn: ({ signal }) => call(getWebhookDelivery, { params: { webhookId, deliveryId } }, { signal }),
  })
}

export function useResendWebhookDelivery(webhookId: WebhookId, deliveryId: DeliveryId) {
  return useAct(() => call(resendWebhookDelivery, { params: { webhookId, deliveryId } }))
}

function useAct<Answer, Given = void>(act: (given: Given) => Promise<Answer>) {
  return useRefetchingMutation([webhooksQueryKey], act)
}
