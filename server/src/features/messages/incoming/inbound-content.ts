import { type CompanyTexts, companyTexts } from '@balcao/domain/company-texts'
import { limits } from '@balcao/domain/limits'
import type { LinkPreview } from '@balcao/domain/link-preview'
import type { MediaType } from '@balcao/domain/messages'
import {
  type InboundContent,
  isContentAwaited,
  type MediaKind,
  type MediaReference,
} from '@balcao/whatsapp/gateway'
import { WAVEFORM_LENGTH } from '../../../outside/voice/port'
import { declaredMimetypeOf } from '../../../platform/files/file-kind'
import { displayFileName } from '../../../platform/files/file-name'
import type { MediaMetadata } from '../media/media-facts'
import { locationMessageBody } from './shared-place'

interface StoredContent {
  readonly body: string
  readonly mediaType: MediaType | null
  readonly media: MediaMetadata | null
  readonly reference: MediaReference | null
  readonly linkPreview: LinkPreview | null
}

export function isViewOnce(content: InboundContent): boolean {
  return content.kind === 'media'
    ? content.viewOnce
    : content.kind === 'unsupported' && content.what === 'view-once'
}

const mediaTypeOf: Record<MediaKind, MediaType> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
}

const clippedText = { mediaType: null, media: null, reference: null, linkPreview: null }

/** The stored form of a short plain text. Null: another content, of which `storedContentOf` makes the stored form. */
export function storedPlainTextOf(content: InboundContent): StoredContent | null {
  if (content.kind !== 'text' || content.text.length > limits.messageText.max) return null
  return { ...clippedText, body: content.text, linkPreview: content.preview ?? null }
}

/** The stored form of a message's content. `texts` replace contents that are not available, and mark cut ones. */
export function storedContentOf(content: InboundContent, texts: CompanyTexts): StoredContent {
  switch (content.kind) {
    case 'text':
      return { ...clippedText, body: cutLongText(content.text, texts), linkPreview: content.preview ?? null }
    case 'media':
      return {
        ...clippedText,
        body: cutLongText(content.caption, texts),
        mediaType: mediaTypeOf[content.media],
        media: placeholderText(content),
        reference: content.reference,
      }
    case 'location':
      return { ...clippedText, body: locationBody(content), mediaType: 'locationMessage' }
    case 'contact-card':
      return cardContent(content.vcard, texts)
    case 'poll':
      return { ...clippedText, body: cutLongText(pollBody(content), texts) }
    case 'order':
      return { ...clippedText, body: cutLongText(orderBody(content, texts), texts) }
    case 'unsupported':
      return { ...clippedText, body: unsupportedBody(content, texts) }
  }
}

/** Cuts a text to the limit of WhatsApp's own apps, because a hostile phone may send more. */
export function cutLongText(text: string, { cutHere }: Pick<CompanyTexts, 'cutHere'>): string {
  const { max } = limits.messageText
  if (text.length <= max) return text
  const end = `\n\n${cutHere}`
  return withoutHalfSurrogate(text.slice(0, max - end.length)) + end
}

/** Removes half a surrogate pair, which a cut may leave at the end. */
function withoutHalfSurrogate(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

/**
 * Cuts contact cards that are too long after a whole card, because half a card has no number. If not even one card
 * fits, stores only the text that marks a cut.
 */
function cardContent(vcard: string, texts: CompanyTexts): StoredContent {
  if (vcard.length <= limits.messageText.max) return { ...clippedText, body: vcard, mediaType: 'vcard' }
  const end = `\n${texts.cutHere}`
  const last = 'END:VCARD'
  const until = vcard.lastIndexOf(last, limits.messageText.max - end.length - last.length)
  if (until < 0) return { ...clippedText, body: texts.cutHere }
  return { ...clippedText, body: vcard.slice(0, until + last.length) + end, mediaType: 'vcard' }
}

const unsupportedTexts = ['pt', 'en', 'es']

/**
 * The texts that replace a message's content until it arrives, in all languages, because the company may have changed
 * its language since a text was stored.
 */
export const placeholderBodies: readonly string[] = unsupportedTexts.map(
  (language) => companyTexts(language).awaited,
)

/** Texts in place of contents that cannot be shown, in all languages. The server wrote them, not the customer. */
export const unsupportedBodies: readonly string[] = unsupportedTexts.map(
  (language) => companyTexts(language).notShown,
)

function unsupportedBody(
  content: Extract<InboundContent, { kind: 'unsupported' }>,
  texts: CompanyTexts,
): string {
  if (isContentAwaited(content)) return texts.awaited
  return content.what === 'view-once' ? texts.viewOnce : texts.notShown
}

/** The question of a poll and its choices as text. Votes are not counted here. */
function pollBody({ question, choices }: Extract<InboundContent, { kind: 'poll' }>): string {
  return [`📊 ${question}`, ...choices.map((choice) => `• ${choice}`)].join('\n')
}

/** The items of an order with their prices and the sum of each currency, then the customer's own text. */
function orderBody({ items, text }: Extract<InboundContent, { kind: 'order' }>, texts: CompanyTexts): string {
  const sums = new Map<string, number>()
  for (const { quantity, price, currency } of items)
    sums.set(currency, (sums.get(currency) ?? 0) + quantity * price)
  const money = (amount: number, currency: string) => `${currency} ${amount.toFixed(2)}`
  return [
    `🛒 ${texts.order}`,
    ...items.map(
      ({ product, quantity, price, currency }) => `• ${quantity} × ${product}: ${money(price, currency)}`,
    ),
    [...sums].map(([currency, sum]) => money(sum, currency)).join(' + '),
    ...(text.trim() === '' ? [] : ['', text]),
  ].join('\n')
}

function placeholderText(content: Extract<InboundContent, { kind: 'media' }>): MediaMetadata {
  const { sizeBytes, seconds, width, height, pages, voice, waveform } = content
  const mimetype = declaredMimetypeOf(content.mimetype)
  const fileName = content.fileName === null ? null : displayFileName(content.fileName)
  return {
    state: 'on-its-way',
    ...{ mimetype, fileName, sizeBytes, seconds, width, height, key: null },
    ...(pages !== undefined && { pages }),
    ...(voice && { isVoice: true, ...(waveform && { waveform: waveform.slice(0, WAVEFORM_LENGTH) }) }),
  }
}

/** The most bytes of a thumbnail in a message's body; a larger one is dropped. Phones send a few kilobytes. */
const largestThumbnail = 32_768
const maxPlaceLength = 4_096

function locationBody(content: Extract<InboundContent, { kind: 'location' }>): string {
  const { thumbnail } = content
  const description = withoutHalfSurrogate(content.description.slice(0, maxPlaceLength))
  if (thumbnail === null || thumbnail.length > largestThumbnail)
    return locationMessageBody(content, description)
  const picture = `data:image/jpeg;base64,${Buffer.from(thumbnail).toString('base64')}`
  return locationMessageBody(content, description, picture)
}
