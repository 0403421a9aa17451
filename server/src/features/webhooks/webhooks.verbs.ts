import type { WebhookDeliveryView, WebhookForm, WebhookView } from '@balcao/contract/webhooks'
import type { ConnectionId, DeliveryId, WebhookId } from '@balcao/domain/ids'
import { webhookLimits } from '@balcao/domain/webhooks'
import type { EgressClient } from '../../platform/egress/egress-client'
import type { DataKeys } from '../../platform/encryption'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { recordAudit } from '../audit/record-audit'
import { connectionToRead } from '../connections/connections.access'
import { enqueueWebhookDeliveryJob } from './deliver-webhook'
import { deliveryById, requeueDelivery } from './webhook-deliveries.queries'
import { storeNewWebhookSecret } from './webhook-secret'
import { webhookChanged } from './webhooks.events'
import {
  insertWebhook,
  lockWebhook,
  removeWebhook,
  removeWebhooksOfConnection,
  saveWebhook,
  type WebhookRow,
} from './webhooks.queries'
import { webhookToRead } from './webhooks.read'
import { deliveryView, webhookView } from './webhooks.view'

export interface SaveWebhookDependencies {
  readonly dataKeys: DataKeys
  readonly outside: Pick<EgressClient, 'mayReach'>
}

/** Creates a webhook and returns its secret. This is the only time that an answer contains it. */
export async function createWebhook(
  work: PersonWork,
  form: WebhookForm,
  { dataKeys, outside }: SaveWebhookDependencies,
): Promise<{ webhook: WebhookView; secret: string }> {
  refusePrivateAddress(form, outside)
  await refuseUnknownConnection(work, form)
  const made = await work.db.row(insertWebhook, { ...written(form), at: work.now, most: webhookLimits.count })
  if (made === null) throw refuse('ERR_TOO_MANY_WEBHOOKS', { limit: webhookLimits.count })
  const secret = await storeNewWebhookSecret(work, made.id, dataKeys)

  await recordAudit(work, {
    act: 'webhook.created',
    subject: { id: made.id, name: form.name },
    detail: { host: hostOf(form.url) },
  })
  return { webhook: await recordSaved(work, made.id), secret }
}

/** Changes a webhook. Deliveries that waited while it was off are sent after it is switched on. */
export async function updateWebhook(
  work: PersonWork,
  id: WebhookId,
  form: WebhookForm,
  { outside }: Pick<SaveWebhookDependencies, 'outside'>,
): Promise<WebhookView> {
  await webhookToChange(work, id)
  refusePrivateAddress(form, outside)
  await refuseUnknownConnection(work, form)

  await work.db.run(saveWebhook, { ...written(form), at: work.now, id })
  if (form.isActive) enqueueWebhookDeliveryJob(work, id, work.now)

  await recordAudit(work, {
    act: 'webhook.changed',
    subject: { id, name: form.name },
    detail: { host: hostOf(form.url), isActive: form.isActive },
  })
  return recordSaved(work, id)
}

export async function deleteWebhook(work: PersonWork, id: WebhookId): Promise<void> {
  const { name } = await webhookToChange(work, id)

  await work.db.run(removeWebhook, { id })

  await recordDeleted(work, id, name)
}

export async function deleteWebhooksOfConnection(
  work: CompanyWork,
  { connectionId }: { readonly connectionId: ConnectionId },
): Promise<void> {
  const deleted = await work.db.rows(removeWebhooksOfConnection, { connectionId })

  await Promise.all(deleted.map(({ id, name }) => recordDeleted(work, id, name)))
}

/** Replaces the secret at once. Calls that the receiver refuses until it knows the new one are retried. */
export async function renewWebhookSecret(
  work: PersonWork,
  id: WebhookId,
  dataKeys: DataKeys,
): Promise<string> {
  const { name } = await webhookToChange(work, id)

  const secret = await storeNewWebhookSecret(work, id, dataKeys)

  await recordAudit(work, { act: 'webhook.secretChanged', subject: { id, name } })
  work.record(webhookChanged, { webhookId: id })
  return secret
}

/** Sends a delivery again under the same id, with all its retries. Refuses a delivery that still waits. */
export async function sendDeliveryAgain(
  work: PersonWork,
  webhookId: WebhookId,
  id: DeliveryId,
): Promise<WebhookDeliveryView> {
  const [webhook, isThere] = await Promise.all([
    work.db.row(lockWebhook, { id: webhookId }),
    work.db.row(deliveryById, { webhookId, id }),
  ])
  if (webhook === null || isThere === null) throw refuse('ERR_NO_DELIVERY_FOUND')
  if (!webhook.is_active) throw refuse('ERR_DELIVERY_STATE')

  const row = await work.db.row(requeueDelivery, { webhookId, id, at: work.now })
  if (row === null) throw refuse('ERR_DELIVERY_STATE')

  enqueueWebhookDeliveryJob(work, webhookId, work.now)
  work.record(webhookChanged, { webhookId })
  return deliveryView(row)
}

async function webhookToChange({ db }: Pick<CompanyWork, 'db'>, id: WebhookId): Promise<WebhookRow> {
  return rowOrRefuse(await db.row(lockWebhook, { id }), 'ERR_NO_WEBHOOK_FOUND')
}

/** Refuses a private address at once. Each call also checks the addresses to which a host name resolves. */
function refusePrivateAddress({ url }: WebhookForm, outside: SaveWebhookDependencies['outside']): void {
  if (!outside.mayReach(url)) throw refuse('ERR_PRIVATE_ADDRESS')
}

async function refuseUnknownConnection(work: PersonWork, { connectionId }: WebhookForm): Promise<void> {
  if (connectionId !== null) await connectionToRead(work, connectionId)
}

async function recordSaved(work: PersonWork, id: WebhookId): Promise<WebhookView> {
  work.wake('webhooks', String(work.companyId))
  work.record(webhookChanged, { webhookId: id })
  return webhookView(await webhookToRead(work, id))
}

async function recordDeleted(work: CompanyWork, id: WebhookId, name: string): Promise<void> {
  work.wake('webhooks', String(work.companyId))
  work.record(webhookChanged, { webhookId: id })
  await recordAudit(work, { act: 'webhook.deleted', subject: { id, name } })
}

/** The host of an address, for the audit trail, because paths and queries may contain tokens. */
function hostOf(url: string): string {
  return new URL(url).host
}

function written({ name, url, events, connectionId, isActive }: WebhookForm) {
  return { name, url, events, connectionId, isActive }
}
