import type { CustomerContent } from './customer'
import type { GraphService } from './graph-service'
import { keepInbound, mediaAddress } from './media'
import type { BusinessNumber } from './world'

interface MadeContent {
  type: string
  content: unknown
  mediaId?: string
}

type OfKind<K extends CustomerContent['kind']> = Extract<CustomerContent, { kind: K }>

/** The message of a customer in the webhook's words. */
export function contentOf(
  service: GraphService,
  number: BusinessNumber,
  content: CustomerContent,
): MadeContent {
  switch (content.kind) {
    case 'text':
      return { type: 'text', content: { body: content.text } }
    case 'location': {
      const { kind, ...location } = content
      return { type: kind, content: location }
    }
    case 'contacts':
      return { type: 'contacts', content: content.cards.map((card) => cardOf(card, content.isOwn)) }
    case 'order':
      return { type: 'order', content: orderOf(content) }
    case 'flowReply':
      return {
        type: 'interactive',
        content: {
          type: 'nfm_reply',
          nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(content.response) },
        },
      }
    case 'unsupported':
      return { type: 'unsupported', content: { ...(content.what && { type: content.what }) } }
    case 'raw':
      return { type: content.type, content: content.content }
    default:
      return fileOf(service, number, content)
  }
}

type FileContent = OfKind<'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'>

const USUAL_TYPES: Record<FileContent['kind'], string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg; codecs=opus',
  document: 'application/pdf',
  sticker: 'image/webp',
}

function fileOf(service: GraphService, number: BusinessNumber, content: FileContent): MadeContent {
  const { kind, bytes, caption, fileName } = content
  const mimeType = content.mimeType ?? USUAL_TYPES[kind]
  const media = keepInbound(service, number, { bytes, mimeType, fileName })
  const isSound = kind === 'audio' || kind === 'voice'
  return {
    type: isSound ? 'audio' : kind,
    mediaId: media.id,
    content: {
      id: media.id,
      mime_type: mimeType,
      sha256: Buffer.from(media.sha256, 'hex').toString('base64'),
      url: mediaAddress(service, media),
      ...(caption && { caption }),
      ...(kind === 'document' && { filename: fileName ?? 'arquivo.pdf' }),
      ...(isSound && { voice: kind === 'voice' }),
      ...(kind === 'sticker' && { animated: content.animated ?? false }),
    },
  }
}

function cardOf({ name, phone }: { name: string; phone: string }, isOwn = false) {
  const [first = name, ...rest] = name.split(' ')
  const last = rest.join(' ')
  return {
    name: { formatted_name: name, first_name: first, ...(last && { last_name: last }) },
    phones: [{ phone: `+${phone}`, wa_id: phone, type: 'CELL' }],
    ...(isOwn && { origin: 'contact_request' }),
  }
}

function orderOf({ catalogId, text, items }: OfKind<'order'>) {
  return {
    catalog_id: catalogId,
    ...(text && { text }),
    product_items: items.map(({ product, quantity, price, currency }) => ({
      product_retailer_id: product,
      quantity,
      item_price: price,
      currency,
    })),
  }
}
