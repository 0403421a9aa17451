import type { CompanyId, DeliveryId } from '@balcao/domain/ids'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { DeliveryContentRow } from './webhook-deliveries.queries'

/** The id by which a receiver recognises a repeated delivery; unique in the installation. */
export function publicDeliveryId(companyId: CompanyId, id: DeliveryId): string {
  return `${companyId}-${id}`
}

/** Returns the body of a call as JSON. Null: the subject of the event has been deleted. */
export function webhookBody(
  companyId: CompanyId,
  told: DeliveryContentRow,
  links: MediaLinkSigner,
): string | null {
  const begin = {
    id: publicDeliveryId(companyId, told.id),
    event: told.event,
    at: told.created_at.toISOString(),
    companyId,
  }
  if (told.event === 'test') return JSON.stringify(begin)
  const isGone =
    told.ticket === null ||
    (told.tells_message && told.message === null) ||
    (told.tells_line && told.line === null)
  if (isGone) return null
  const { ticket, contact, message, line, detail } = told
  return JSON.stringify({
    ...begin,
    ...detail,
    ...(message !== null && { message: webhookMessage(message, links) }),
    ...(line !== null && { history: line }),
    ticket,
    contact,
  })
}

/** Signs the file links at the moment of the call, because they expire after a day or two. */
function webhookMessage(
  { media, ...message }: NonNullable<DeliveryContentRow['message']>,
  links: MediaLinkSigner,
) {
  const mediaUrl = media?.key == null ? null : links.toFile(media.key, media.fileName ?? undefined)
  return { ...message, mediaUrl, mimetype: media?.mimetype ?? null, fileName: media?.fileName ?? null }
}
