import type { CustomerMessage } from '@balcao/domain/reception/facts'
import { type HeardContent, isAwaited } from '@balcao/whatsapp/gateway'

/** What of a message a menu can understand: its words, also those below a picture. */
export function customerMessage(content: HeardContent): CustomerMessage {
  switch (content.kind) {
    case 'text':
      return { kind: 'text', text: content.text }
    case 'media':
      return content.caption.trim() === '' ? { kind: 'no-words' } : { kind: 'text', text: content.caption }
    case 'unsupported':
      return isAwaited(content) ? { kind: 'unreadable' } : { kind: 'no-words' }
    case 'location':
    case 'contact-card':
    case 'poll':
      return { kind: 'no-words' }
  }
}
