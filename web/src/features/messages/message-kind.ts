import type { MessageView } from '@balcao/contract/messages'
import { mayEditMessage } from '@balcao/domain/messages'
import type { MessagePreviewKind } from '../../ui/preview-kind'

type Sent = MessageView | NonNullable<MessageView['quotedMsg']>

/**
 * Whether the message is a sticker, which the API reports as an image (MESSAGE-03). Phones send stickers as WebP and
 * pictures as JPEG. A `clientId` means that this application sent the WebP, so it is a picture.
 */
export function isStickerMessage({ mediaType, media, body, clientId }: Sent): boolean {
  return mediaType === 'image' && media?.mimetype === 'image/webp' && body === '' && clientId === null
}

/** Whether WhatsApp sent this view-once message to the phone alone. */
export function isViewOnceOnPhoneOnly({ isViewOnce, mediaType }: MessageView): boolean {
  return isViewOnce && mediaType === null
}

/** Whether the message shows as a picture that opens in the viewer. */
export function isViewablePicture(message: MessageView): boolean {
  const { mediaType, media, isDeleted } = message
  return mediaType === 'image' && media?.state === 'ready' && !isDeleted && !isStickerMessage(message)
}

/** Whether the message is a picture or a video, whose caption is no wider than the media. */
export function isPictureOrVideo(message: MessageView): boolean {
  const { mediaType, isDeleted } = message
  return !isDeleted && (mediaType === 'image' || mediaType === 'video') && !isStickerMessage(message)
}

/** Whether the body is readable text. The bodies of locations, contact cards and calls contain data. */
export function hasReadableText(message: MessageView): boolean {
  const { body, mediaType } = message
  if (isViewOnceOnPhoneOnly(message)) return false
  return body !== '' && mediaType !== 'locationMessage' && mediaType !== 'vcard' && mediaType !== 'call_log'
}

export function hasMessageFailed({ failure, isDeleted }: MessageView): boolean {
  return failure !== null && !isDeleted
}

/** The origin to show; null if a person wrote the message. `isAutomatic` decides for old messages without origin. */
export function displayedMessageOriginOf({ origin, isAutomatic }: MessageView) {
  const shown = origin ?? (isAutomatic ? 'automatic' : 'person')
  return shown === 'person' || shown === 'device' ? null : shown
}

export function isMessageEditable(message: MessageView): boolean {
  return mayEditMessage({ ...message, createdAt: new Date(message.createdAt) }, new Date())
}

const previewKinds = {
  video: 'video',
  application: 'document',
  locationMessage: 'location',
  vcard: 'vcard',
  call_log: 'call',
} as const

/** The kind of content for a one-line preview, such as picture or voice message; null for text alone. */
export function messagePreviewKindOf(message: Sent): MessagePreviewKind | null {
  const { isDeleted, mediaType, media } = message
  if (isDeleted) return 'deleted'
  if (mediaType === null) return null
  if (mediaType === 'image') return isStickerMessage(message) ? 'sticker' : 'image'
  if (mediaType === 'audio') return media?.isVoice ? 'voice' : 'audio'
  return previewKinds[mediaType]
}
