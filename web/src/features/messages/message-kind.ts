import type { MessageView } from '@balcao/contract/messages'
import { mayEditMessage } from '@balcao/domain/messages'
import type { PreviewKind } from '../../ui/preview-kind'

/** A message, or one that another quotes. */
type Sent = MessageView | NonNullable<MessageView['quotedMsg']>

/**
 * Phones send stickers as WebP and pictures as JPEG, so a WebP that did not come from this page (such a one has a
 * `clientId`) and bears no words is a sticker. The wire has no kind of its own for them (MESSAGE-03).
 */
export function isSticker({ mediaType, media, body, clientId }: Sent): boolean {
  return mediaType === 'image' && media?.mimetype === 'image/webp' && body === '' && clientId === null
}

/** Its sender wants it to be seen once, and WhatsApp gives it to the phone alone. */
export function isOnPhoneOnly({ isViewOnce, mediaType }: MessageView): boolean {
  return isViewOnce && mediaType === null
}

/** Whether it stands in the conversation as a picture that opens. */
export function isShownPicture(message: MessageView): boolean {
  const { mediaType, media, isDeleted } = message
  return mediaType === 'image' && media?.state === 'ready' && !isDeleted && !isSticker(message)
}

/** Pictures and videos, whose captions are as wide as they are. */
export function isPictureLike(message: MessageView): boolean {
  const { mediaType, isDeleted } = message
  return !isDeleted && (mediaType === 'image' || mediaType === 'video') && !isSticker(message)
}

/** Whether the body is words to read: places, cards and calls keep facts in it, which are shown in their own way. */
export function hasWords(message: MessageView): boolean {
  const { body, mediaType } = message
  if (isOnPhoneOnly(message)) return false
  return body !== '' && mediaType !== 'locationMessage' && mediaType !== 'vcard' && mediaType !== 'call_log'
}

/** It could not be sent, and still stands there. */
export function hasFailed({ failure, isDeleted }: MessageView): boolean {
  return failure !== null && !isDeleted
}

/** Which mark says that no person wrote it at this moment. What was stored before origins were knows only whether it was automatic. */
export function markedOrigin({ origin, isAutomatic }: MessageView) {
  const shown = origin ?? (isAutomatic ? 'automatic' : 'person')
  return shown === 'person' || shown === 'device' ? null : shown
}

export function isEditable(message: MessageView): boolean {
  return mayEditMessage({ ...message, createdAt: new Date(message.createdAt) }, new Date())
}

/** What it is where it stands in one line; null for words alone. */
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
