import type { UserId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../platform/work'
import { sessionEnded } from './auth.events'
import { sessionsEnded } from './auth.hooks'
import { endSessionsOfUser } from './auth.queries'

export type SessionEndCause =
  | 'logout'
  | 'reuse of a refresh token'
  | 'password or profile changed'
  | 'signed out everywhere'
  | 'the visit is over'
  | 'sent away'

/** Ends the user's sessions except `exceptSessionId`, with their access tokens and sockets. */
export async function endSessions(
  work: CompanyWork,
  userId: UserId,
  because: SessionEndCause,
  exceptSessionId: string | null = null,
): Promise<void> {
  const ended = await work.db.rows(endSessionsOfUser, {
    userId,
    exceptId: exceptSessionId,
    because,
    at: work.now,
  })
  if (ended.length === 0) return
  work.record(sessionEnded, { userId })
  work.wake('access', String(userId))
  await work.runHook(sessionsEnded, { userId })
}
