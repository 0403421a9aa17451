import type { MessageId } from '@balcao/domain/ids'
import { createContext } from 'react'

export interface SearchedWords {
  readonly words: string
  /** The hit that the search stands at. */
  readonly current: MessageId | null
}

/** What is searched for in this conversation: bubbles mark it in their text. Null while nothing is. */
export const SearchedWordsContext = createContext<SearchedWords | null>(null)
