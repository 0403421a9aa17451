import type { MessageId } from '@balcao/domain/ids'
import { createContext } from 'react'

export interface SearchedWords {
  readonly words: string
  /** The current hit of the search. */
  readonly current: MessageId | null
}

/** The searched text of this conversation: bubbles mark it. Null without a search. */
export const SearchedWordsContext = createContext<SearchedWords | null>(null)
