import type { WebhookDeliveryDetails, WebhookDeliveryView, WebhookView } from '@balcao/contract/webhooks'
import type { DeliveryId, WebhookId } from '@balcao/domain/ids'
import { type DeliveryState, webhookLimits } from '@balcao/domain/webhooks'
import type { MediaLinkSigner } from '../../platform/media-links'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { webhookBody } from './webhook-body'
import {
  deliveriesOfState,
  deliveriesPage,
  deliveryById,
  deliveryContents,
} from './webhook-deliveries.queries'
import { allWebhooks, type WebhookRow, webhookById } from './webhooks.queries'
import { deliveryView, webhookView } from './webhooks.view'

type DbReader = Pick<CompanyWork, 'db'>

/** Lists webhooks. Support on a visit sees only the host of an address, because the rest may contain tokens. */
export async function listWebhooks({ db, actor }: PersonWork): Promise<{ webhooks: WebhookView[] }> {
  const rows = await db.rows(allWebhooks, { reader: actor.userId })
  return {
    webhooks: rows.map((row) => webhookView(row.for_support ? { ...row, url: withHostOnly(row.url) } : row)),
  }
}

function withHostOnly(url: string): string {
  const { origin, href } = new URL(url)
  return href === `${origin}/` ? href : `${origin}/…`
}

export async function webhookToRead({ db }: DbReader, id: WebhookId): Promise<WebhookRow> {
  return rowOrRefuse(await db.row(webhookById, { id }), 'ERR_NO_WEBHOOK_FOUND')
}

export async function listDeliveries(
  work: DbReader,
  id: WebhookId,
  { state, before }: { state?: DeliveryState | undefined; before?: DeliveryId | undefined },
): Promise<{ deliveries: WebhookDeliveryView[]; hasMore: boolean }> {
  const [, rows] = await Promise.all([
    webhookToRead(work, id),
    work.db.rows(state === undefined ? deliveriesPage : deliveriesOfState[state], {
      webhookId: id,
      before: before ?? null,
      limit: webhookLimits.logPage + 1,
    }),
  ])
  return {
    deliveries: rows.slice(0, webhookLimits.logPage).map(deliveryView),
    hasMore: rows.length > webhookLimits.logPage,
  }
}

/** Returns a delivery with its body as it would be sent now, and the start of the last answer. */
export async function deliveryWithBody(
  { db, companyId }: Pick<CompanyWork, 'db' | 'companyId'>,
  webhookId: WebhookId,
  id: DeliveryId,
  links: MediaLinkSigner,
): Promise<WebhookDeliveryDetails> {
  const [row, told] = await Promise.all([
    db.row(deliveryById, { webhookId, id }),
    db.row(deliveryContents, { ids: [id] }),
  ])
  if (row === null) throw refuse('ERR_NO_DELIVERY_FOUND')
  const request = told === null ? null : webhookBody(companyId, told, links)
  return { ...deliveryView(row), request, answer: row.answer }
}
