import type { MessageId, UserId, WhatsappMessageId } from '@balcao/domain/ids'

/**
 * A correction or a reaction of ours on its way to WhatsApp. It holds what is shown again should WhatsApp not take it.
 * Instants are ISO texts: this is kept as JSON.
 */
export type MessageChange = {
  readonly messageId: MessageId
  /** Reserved for the change itself, as for a message of its own. */
  readonly changeId: WhatsappMessageId
} & (EditChange | ReactionChange)

interface EditChange {
  readonly kind: 'edit'
  readonly payload: {
    readonly text: string
    readonly at: string
    /** `at` is null where the message had not been corrected. */
    readonly before: { readonly text: string; readonly at: string | null }
  }
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
