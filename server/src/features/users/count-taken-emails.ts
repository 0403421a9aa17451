import type { UserId } from '@balcao/domain/ids'
import { Refusal, refuse } from '../../platform/refusal'

/** Typing errors of a long day; too few to ask whose e-mails are known here (decision 0085). */
export const takenEmailsInADay = 10
const dayMilliseconds = 24 * 3_600_000
/** So many people are remembered before those whose day is over are thrown away. */
const manyRemembered = 1_000

/**
 * E-mails are unique on the platform (USER-06), so the refusal of a taken one tells of other companies. Each person is
 * answered it a few times in a day, and then with ERR_TOO_MANY_ATTEMPTS until the day is over. In memory: one process
 * answers all calls of an installation, and after a restart the count begins anew.
 */
export function countTakenEmails() {
  const refusals = new Map<UserId, readonly number[]>()

  return {
    /** Carries out an act that saves an e-mail, unless this person was refused too often. */
    async guard<T>(userId: UserId, now: Date, act: () => Promise<T>): Promise<T> {
      const counting = since(userId, now.getTime() - dayMilliseconds)
      const [first] = counting
      if (first !== undefined && counting.length >= takenEmailsInADay) {
        const retryAfterSeconds = Math.ceil((first + dayMilliseconds - now.getTime()) / 1000)
        throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds })
      }
      try {
        return await act()
      } catch (error) {
        if (error instanceof Refusal && error.code === 'ERR_EMAIL_ALREADY_EXISTS') note(userId, now)
        throw error
      }
    },
  }

  function since(userId: UserId, from: number): readonly number[] {
    return (refusals.get(userId) ?? []).filter((at) => at > from)
  }

  function note(userId: UserId, now: Date): void {
    const from = now.getTime() - dayMilliseconds
    refusals.set(userId, [...since(userId, from), now.getTime()])
    if (refusals.size < manyRemembered) return
    for (const [one, ats] of refusals) if (ats.every((at) => at <= from)) refusals.delete(one)
  }
}
