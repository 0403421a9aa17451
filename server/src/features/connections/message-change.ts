import type { MessageId, UserId, WhatsappMessageId } from '@balcao/domain/ids'
import type { LinkPreview } from '@balcao/domain/link-preview'

/**
 * A correction, reaction or deletion of ours on its way to WhatsApp. The first two hold what is shown again should WhatsApp
 * not take them; what we deleted stays deleted for us.
 * Instants are ISO texts: this is kept as JSON.
 */
export type MessageChange = {
  readonly messageId: MessageId
  /** Reserved for the change itself, as for a message of its own. */
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
      /** Not in orders of before link previews. */
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
    /** Empty takes ours away, and stands for none in `before`. */
    readonly emoji: string
    readonly at: string
    readonly before: { readonly emoji: string; readonly userId: UserId | null }
  }
}
