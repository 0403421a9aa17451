import { type LiveWebhookPayload, liveChannel } from '@balcao/contract/live'
import type { WebhookId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'

export const webhookChanged = eventKind<{ webhookId: WebhookId }>({
  name: 'webhook.changed',
  audience: ({ webhookId }, { viewer }) => {
    if (!hasPermission(viewer, 'webhooks.manage')) return null
    const payload: LiveWebhookPayload = { action: 'update', webhookId }
    return { channel: liveChannel.webhook(viewer.companyId), payload }
  },
})
