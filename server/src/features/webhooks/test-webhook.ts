import type { WebhookDeliveryView } from '@balcao/contract/webhooks'
import type { WebhookId } from '@balcao/domain/ids'
import type { UserCaller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import { callWebhook } from './call-webhook'
import type { WebhookDeliveryDependencies } from './deliver-webhook'
import { publicDeliveryId, webhookBody } from './webhook-body'
import {
  deliveryById,
  deliveryContents,
  insertTestDelivery,
  saveDeliveryResults,
} from './webhook-deliveries.queries'
import { decryptWebhookSecret } from './webhook-secret'
import { webhookChanged } from './webhooks.events'
import { webhookToRead } from './webhooks.read'
import { deliveryView } from './webhooks.view'

/** Calls a webhook once, even if it is switched off. The call is in the log, and does not count as a failure. */
export async function testWebhook(
  caller: UserCaller,
  webhookId: WebhookId,
  parts: WebhookDeliveryDependencies,
): Promise<WebhookDeliveryView> {
  const { id, call } = await caller.act(async (work) => {
    const webhook = await webhookToRead(work, webhookId)
    const made = await work.db.one(insertTestDelivery, { webhookId, at: work.now })
    const delivery = await work.db.one(deliveryContents, { ids: [made.id] })
    const body = webhookBody(work.companyId, delivery, parts.links) ?? ''
    const name = publicDeliveryId(work.companyId, made.id)
    const secret = decryptWebhookSecret(work, webhook, parts.dataKeys)
    return { id: made.id, call: { url: webhook.url, secret, name, event: 'test' as const, attempt: 1, body } }
  })
  const { failure, calledAt, milliseconds, status, answer } = await callWebhook(parts, call)
  return caller.act(async (work) => {
    const state = failure === null ? 'delivered' : 'failed'
    await work.db.run(saveDeliveryResults, {
      ids: [id],
      states: [state],
      nextTries: [null],
      calledAt: [calledAt],
      milliseconds: [milliseconds],
      statuses: [status],
      failures: [failure],
      answers: [answer],
    })
    work.record(webhookChanged, { webhookId })
    const row = await work.db.row(deliveryById, { webhookId, id })
    if (row === null) throw refuse('ERR_NO_WEBHOOK_FOUND') // The webhook was deleted during the call.
    return deliveryView(row)
  })
}
