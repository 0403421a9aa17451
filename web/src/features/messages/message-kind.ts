import type { MessageView } from '@balcao/contract/messages'
import { mayEditMessage } from '@balcao/domain/messages'
import type { PreviewKind } from '../../ui/preview-kind'

/** A message, or a quoted one. */
type Sent = MessageView | NonNullable<MessageView['quotedMsg']>

/**
 * Phones send stickers as WebP and pictures as JPEG. So a WebP without text that was not sent from this page (without a
 * `clientId`) is a sticker. The wire has no kind of its own for them (MESSAGE-03).
 */
export function isSticker({ mediaType, media, body, clientId }: Sent): boolean {
  return mediaType === 'image' && media?.mimetype === 'image/webp' && body === '' && clientId === null
}

/** A view-once message that WhatsApp sends to the phone alone. */
export function isOnPhoneOnly({ isViewOnce, mediaType }: MessageView): boolean {
  return isViewOnce && mediaType === null
}

/** Whether the conversation shows it as a picture that opens. */
export function isShownPicture(message: MessageView): boolean {
  const { mediaType, media, isDeleted } = message
  return mediaType === 'image' && media?.state === 'ready' && !isDeleted && !isSticker(message)
}

/** Pictures and videos, whose captions are as wide as they are. */
export function isPictureLike(message: MessageView): boolean {
  const { mediaType, isDeleted } = message
  return !isDeleted && (mediaType === 'image' || mediaType === 'video') && !isSticker(message)
}

/** Whether the body is readable text: places, cards and calls store facts in it, which have their own views. */
export function hasWords(message: MessageView): boolean {
  const { body, mediaType } = message
  if (isOnPhoneOnly(message)) return false
  return body !== '' && mediaType !== 'locationMessage' && mediaType !== 'vcard' && mediaType !== 'call_log'
}

/** It could not be sent, and is not deleted. */
export function hasFailed({ failure, isDeleted }: MessageView): boolean {
  return failure !== null && !isDeleted
}

/**
 * The mark of a message that no person wrote at that moment. Messages older than origins only know whether they were
 * automatic.
 */
export function markedOrigin({ origin, isAutomatic }: MessageView) {
  const shown = origin ?? (isAutomatic ? 'automatic' : 'person')
  return shown === 'person' || shown === 'device' ? null : shown
}

export function isEditable(message: MessageView): boolean {
  return mayEditMessage({ ...message, createdAt: new Date(message.createdAt) }, new Date())
}

/** The kind for a one-line preview; null for text alone. */
export function previewKindOf(message: Sent): PreviewKind | null {
  const { isDeleted, mediaType, media } = message
  if (isDeleted) return 'deleted'
  switch (mediaType) {
    case null:
      return null
    case 'image':
      return isSticker(message) ? 'sticker' : 'image'
    case 'video':
      return 'video'
    case 'audio':
      return media?.isVoice ? 'voice' : 'audio'
    case 'application':
      return 'document'
    case 'locationMessage':
      return 'location'
    case 'vcard':
      return 'vcard'
    case 'call_log':
      return 'call'
  }
}
