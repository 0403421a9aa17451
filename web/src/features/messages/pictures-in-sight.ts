import type { MessageView } from '@balcao/contract/messages'
import { createContext, useContext } from 'react'
import { isShownPicture } from './message-kind'

/** What is loaded of the conversation that a picture stands in, oldest first; asked for when it is needed, so that no
 *  bubble is drawn again because another came. */
export const LoadedMessages = createContext<() => readonly MessageView[]>(() => [])

export interface PictureNeighbours {
  /** From 1; 0 where the picture stands alone. */
  readonly at: number
  readonly count: number
  readonly previous: MessageView | undefined
  readonly next: MessageView | undefined
}

/** The pictures before and after one, as far as the conversation is loaded. */
export function usePictureNeighbours(picture: MessageView): PictureNeighbours {
  return neighboursOf(picture, useContext(LoadedMessages)())
}

/** `messages` oldest first. A picture that is not among them has no neighbours. */
export function neighboursOf(picture: MessageView, messages: readonly MessageView[]): PictureNeighbours {
  const pictures = messages.filter(isShownPicture)
  const at = pictures.findIndex(({ id }) => id === picture.id)
  if (at < 0) return { at: 0, count: 0, previous: undefined, next: undefined }
  return { at: at + 1, count: pictures.length, previous: pictures[at - 1], next: pictures[at + 1] }
}
