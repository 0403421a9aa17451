import type { UserId } from '@balcao/domain/ids'
import { refuse } from '../refusal'

/** More than a user sends at once; a call may contain many files. */
export const mostUploads = 4

export interface UploadsInHand {
  /** Runs the user's upload, or refuses it when too many are running. */
  take<T>(userId: UserId, read: () => Promise<T>): Promise<T>
}

/** Limits the running uploads of one user, because each reserves disk space for its announced size. */
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
