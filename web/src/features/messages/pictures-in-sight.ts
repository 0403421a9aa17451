import type { MessageView } from '@balcao/contract/messages'
import { isShownPicture } from './message-kind'

export interface PictureNeighbours {
  /** From 1; 0 where the picture has no neighbours. */
  readonly at: number
  readonly count: number
  readonly previous: MessageView | undefined
  readonly next: MessageView | undefined
}

/**
 * The pictures before and after one of these messages, oldest first. A picture that is not among them has no neighbours.
 */
export function neighboursOf(picture: MessageView, messages: readonly MessageView[]): PictureNeighbours {
  const pictures = messages.filter(isShownPicture)
  const at = pictures.findIndex(({ id }) => id === picture.id)
  if (at < 0) return { at: 0, count: 0, previous: undefined, next: undefined }
  return { at: at + 1, count: pictures.length, previous: pictures[at - 1], next: pictures[at + 1] }
}
