import type { MessageId, UserId, WhatsappMessageId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'

/**
 * Our change of a message, as sent to WhatsApp. A correction or reaction holds the state to restore if WhatsApp refuses
 * it; a deletion stays in effect here. Instants are ISO texts, because the change is stored as JSON.
 */
export type MessageChange = {
  readonly messageId: MessageId
  /** The WhatsApp id that is reserved for the change itself. */
  readonly changeId: WhatsappMessageId
} & (EditChange | ReactionChange | DeletionChange)

export type MessageChangeKind = MessageChange['kind']

interface EditChange {
  readonly kind: 'edit'
  readonly payload: {
    readonly text: string
    readonly at: string
    /** The text before the correction. `at` is null when the message had not been corrected before. */
    readonly before: {
      readonly text: string
      readonly at: string | null
      /** Missing in outbox items that were stored before link previews existed. */
      readonly preview?: LinkPreview | null
    }
  }
}

interface DeletionChange {
  readonly kind: 'deletion'
}

interface ReactionChange {
  readonly kind: 'reaction'
  readonly payload: {
    /** Our emoji. Empty removes our reaction; in `before` it means that there was none. */
    readonly emoji: string
    readonly at: string
    readonly before: { readonly emoji: string; readonly userId: UserId | null }
  }
}
