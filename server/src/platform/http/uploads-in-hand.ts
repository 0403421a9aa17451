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
  const running = new Map<UserId, number>()
  return {
    async take(userId, read) {
      const others = running.get(userId) ?? 0
      if (others >= mostUploads) throw refuse('ERR_TOO_MANY_UPLOADS')
      running.set(userId, others + 1)
      try {
        return await read()
      } finally {
        const left = (running.get(userId) ?? 1) - 1
        if (left === 0) running.delete(userId)
        else running.set(userId, left)
      }
    },
  }
}
