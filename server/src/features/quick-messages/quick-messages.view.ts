import type { QuickMessageView } from '@balcao/contract/quick-messages'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { QuickMessageRow } from './quick-messages.queries'

/** A quick message without the link to its file. The link expires, so each answer and event signs a new one. */
export type UnsignedQuickMessage = Omit<QuickMessageView, 'mediaPath'> & { readonly mediaKey: string | null }

export function unsignedQuickMessage(row: QuickMessageRow): UnsignedQuickMessage {
  return {
    id: row.id,
    shortcode: row.shortcode,
    message: row.message,
    geral: row.is_shared,
    status: row.status,
    isMedia: row.media !== null,
    mediaKey: row.media?.key ?? null,
    mediaName: row.media?.fileName ?? null,
    mediaType: row.media?.mediaType ?? null,
    mimetype: row.media?.mimetype ?? null,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function quickMessageView(
  { mediaKey, ...record }: UnsignedQuickMessage,
  links: MediaLinkSigner,
): QuickMessageView {
  const mediaPath = mediaKey === null ? null : links.toFile(mediaKey, record.mediaName ?? undefined)
  return { ...record, mediaPath }
}
