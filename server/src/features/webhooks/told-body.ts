import type { CompanyId, DeliveryId } from '@balcao/domain/ids'
import type { MediaLinks } from '../../platform/media-links'
import type { ToldRow } from './webhook-deliveries.queries'

/** By which a receiver knows a delivery again, on the whole installation. */
export function deliveryName(companyId: CompanyId, id: DeliveryId): string {
  return `${companyId}-${id}`
}

/** The body of a call, as JSON; null when what it tells of does not exist any more. */
export function toldBody(companyId: CompanyId, told: ToldRow, links: MediaLinks): string | null {
  const begin = {
    id: deliveryName(companyId, told.id),
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
    ...(message !== null && { message: toldMessage(message, links) }),
    ...(line !== null && { history: line }),
    ticket,
    contact,
  })
}

/** Files are named by links that hold for a day or two, signed as late as this. */
function toldMessage({ media, ...message }: NonNullable<ToldRow['message']>, links: MediaLinks) {
  const mediaUrl = media?.key == null ? null : links.toFile(media.key, media.fileName ?? undefined)
  return { ...message, mediaUrl, mimetype: media?.mimetype ?? null, fileName: media?.fileName ?? null }
}
