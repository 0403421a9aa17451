import type { MessageId } from '@balcao/domain/ids'
import { createContext } from 'react'

export interface ConversationSearchState {
  readonly words: string
  /** The message of the current match. */
  readonly current: MessageId | null
}

/** The text that is searched in this conversation, which bubbles mark; null without a search. */
export const ConversationSearchContext = createContext<ConversationSearchState | null>(null)
