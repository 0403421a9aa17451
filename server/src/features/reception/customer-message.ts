import type { CustomerMessage, Wordless } from '@balcao/domain/reception/facts'
import { type InboundContent, isAwaited, type MediaKind } from '@balcao/whatsapp/gateway'

/** The part of a message that a menu can interpret: its text, also a caption. */
export function customerMessage(content: InboundContent): CustomerMessage {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.text }
    case 'media':
      return content.caption.trim() === ''
        ? { kind: 'no-words', sent: ofMedia[content.media] }
        : { kind: 'text', text: content.caption }
    case 'unsupported':
      return isAwaited(content) ? { kind: 'unreadable' } : { kind: 'no-words', sent: 'other' }
    case 'location':
      return { kind: 'no-words', sent: 'place' }
    case 'contact-card':
      return { kind: 'no-words', sent: 'card' }
    case 'poll':
      return { kind: 'no-words', sent: 'poll' }
  }
}

const ofMedia: Readonly<Record<MediaKind, Wordless>> = {
  audio: 'sound',
  image: 'picture',
  video: 'picture',
  sticker: 'picture',
  document: 'document',
}
