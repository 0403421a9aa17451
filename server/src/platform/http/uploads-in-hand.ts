import type { UserId } from '@balcao/domain/ids'
import { refuse } from '../refusal'

/** More than a person sends at once; a call may bring many files. */
export const mostUploads = 4

export interface UploadsInHand {
  /** Reads the person's upload, and refuses it when too many of theirs are on their way. */
  take<T>(userId: UserId, read: () => Promise<T>): Promise<T>
}

/** Bounds the uploads of one person that are on their way: each holds room on the disk for what it announces. */
export function uploadsInHand(): UploadsInHand {
  const inHand = new Map<UserId, number>()
  return {
    async take(userId, read) {
      const others = inHand.get(userId) ?? 0
      if (others >= mostUploads) throw refuse('ERR_TOO_MANY_UPLOADS')
      inHand.set(userId, others + 1)
      try {
        return await read()
      } finally {
        const left = (inHand.get(userId) ?? 1) - 1
        if (left === 0) inHand.delete(userId)
        else inHand.set(userId, left)
      }
    },
  }
}
