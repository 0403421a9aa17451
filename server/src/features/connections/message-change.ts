import type { MessageId, UserId, WhatsappMessageId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'

/**
 * A correction, reaction or deletion of ours for WhatsApp. The first two hold the state to restore if WhatsApp
 * refuses them; a deletion stays in effect here. Instants are ISO texts, because this is stored as JSON.
 */
export type MessageChange = {
  readonly messageId: MessageId
  /** The WhatsApp id that is reserved for the change itself. */
  readonly changeId: WhatsappMessageId
} & (EditChange | ReactionChange | DeletionChange)

export type ChangeKind = MessageChange['kind']

interface EditChange {
  readonly kind: 'edit'
  readonly payload: {
    readonly text: string
    readonly at: string
    /** `at` is null where the message had not been corrected. */
    readonly before: {
      readonly text: string
      readonly at: string | null
      /** Missing in items from before link previews. */
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
    /** Empty removes our reaction; in `before` it means none. */
    readonly emoji: string
    readonly at: string
    readonly before: { readonly emoji: string; readonly userId: UserId | null }
  }
}
