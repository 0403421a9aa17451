import { type InboundMessage, isContentAwaited } from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../../platform/encryption'
import type { CompanyWork } from '../../../platform/work'
import { systemTextsInCompanyLanguage } from '../../companies/companies.read'
import { fillPlaceholder } from '../changes/inbound-changes.queries'
import { encryptMediaReference } from '../media/media-reference'
import { enqueueMediaFetch } from '../media/order-media'
import { type MessageRow, messageById } from '../messages.queries'
import { lockTicketsForMessages } from '../outgoing/hold-tickets'
import { recordMessageChange } from '../record-message'
import { isViewOnce, placeholderBodies, storedContentOf } from './inbound-content'

/** Fills the placeholder of an unreadable message when its content arrives under the same id. Null: nothing changed. */
export async function replacePlaceholder(
  work: CompanyWork,
  dataKeys: DataKeys,
  stored: MessageRow,
  inbound: InboundMessage,
): Promise<MessageRow | null> {
  if (isContentAwaited(inbound.content)) return null
  await lockTicketsForMessages(work, [stored.id])

  const content = storedContentOf(inbound.content, await systemTextsInCompanyLanguage(work))
  const { body, mediaType, media, reference } = content
  const linkPreview = content.linkPreview ?? inbound.advertisement ?? null
  const filled = await work.db.row(fillPlaceholder, {
    messageId: stored.id,
    placeholders: placeholderBodies,
    body,
    mediaType,
    media: media === null ? null : JSON.stringify(media),
    sealedMediaReference: encryptMediaReference(work, dataKeys, inbound.id, reference),
    isViewOnce: isViewOnce(inbound.content),
    linkPreview: linkPreview === null ? null : JSON.stringify(linkPreview),
    rawContent: inbound.raw ?? null,
    at: work.now,
  })
  if (filled === null) return null
  if (reference !== null) enqueueMediaFetch(work, stored.id)
  const message = await work.db.one(messageById, { messageId: stored.id })
  await recordMessageChange(work, message, 'content')
  return message
}
