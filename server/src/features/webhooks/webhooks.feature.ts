import * as calls from '@balcao/contract/webhooks'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute, route } from '../../platform/http/route'
import { connectionDeleting } from '../connections/connections.hooks'
import { contactErasing } from '../contacts/contacts.hooks'
import { deliverWebhookJob, type WebhookDeliveryDependencies } from './deliver-webhook'
import { createWebhookListener, type WebhookListenerDependencies } from './listen-to-events'
import { testWebhook } from './test-webhook'
import { webhookChanged } from './webhooks.events'
import { eraseDeliveriesOfContact } from './webhooks.queries'
import { deliveryWithBody, listDeliveries, listWebhooks } from './webhooks.read'
import {
  createWebhook,
  deleteWebhook,
  deleteWebhooksOfConnection,
  renewWebhookSecret,
  type SaveWebhookDependencies,
  sendDeliveryAgain,
  updateWebhook,
} from './webhooks.verbs'

/** Webhooks: HTTP calls to a company's programs about its events (docs/features/webhooks.md). */
export function webhooksFeature(
  parts: WebhookDeliveryDependencies & SaveWebhookDependencies & WebhookListenerDependencies,
): Feature {
  const { dataKeys, links, outside } = parts
  return {
    name: 'webhooks',
    routes: [
      readRoute(calls.listWebhooks, (work) => listWebhooks(work)),
      route(calls.createWebhook, (work, { body }) => createWebhook(work, body, { dataKeys, outside })),
      route(calls.updateWebhook, (work, { params, body }) =>
        updateWebhook(work, params.webhookId, body, { outside }),
      ),
      route(calls.deleteWebhook, async (work, { params }) => {
        await deleteWebhook(work, params.webhookId)
        return { message: 'webhook deleted' }
      }),
      route(calls.renewWebhookSecret, async (work, { params }) => ({
        secret: await renewWebhookSecret(work, params.webhookId, dataKeys),
      })),
      callerRoute(calls.testWebhook, (caller, { params }) => testWebhook(caller, params.webhookId, parts)),
      readRoute(calls.listWebhookDeliveries, (work, { params, query }) =>
        listDeliveries(work, params.webhookId, query),
      ),
      readRoute(calls.getWebhookDelivery, (work, { params }) =>
        deliveryWithBody(work, params.webhookId, params.deliveryId, links),
      ),
      route(calls.resendWebhookDelivery, (work, { params }) =>
        sendDeliveryAgain(work, params.webhookId, params.deliveryId),
      ),
    ],
    jobs: [deliverWebhookJob(parts)],
    events: [webhookChanged],
    listeners: [createWebhookListener(parts)],
    hooks: [
      onHook(connectionDeleting, deleteWebhooksOfConnection),
      onHook(contactErasing, async (work, { contactId }) => {
        await work.db.run(eraseDeliveriesOfContact, { contactId })
      }),
    ],
  }
}
