import type { PersonActor } from '@balcao/domain/people'
import { createSharedRateLimiter } from '../../platform/cluster/limiter'
import type { Node } from '../../platform/cluster/node'
import { Refusal } from '../../platform/refusal'

/** Taken e-mails that a user may try in a day: enough for typing errors, too few to probe (docs/features/users.md). */
export const maxUserTakenEmailTriesPerDay = 10
/** Taken e-mails that a company may try in a day: more than one user may, so that one agent can't use the limit up. */
export const maxCompanyTakenEmailTriesPerDay = 30
const daySeconds = 24 * 3_600

/** Limits tries of taken e-mails. E-mails are unique on the platform (USER-06), so each refusal reveals an account. */
export function createTakenEmailLimit({ bus }: Pick<Node, 'bus'>) {
  const attempts = createSharedRateLimiter('taken e-mails', bus)

  return {
    /** Counts a try before it runs `act`, to limit concurrent calls. Takes the count back if the e-mail is free. */
    async guard<T>(
      { userId, companyId }: Pick<PersonActor, 'userId' | 'companyId'>,
      now: Date,
      act: () => Promise<T>,
    ): Promise<T> {
      const bounds = [
        { key: `user ${userId}`, most: maxUserTakenEmailTriesPerDay, seconds: daySeconds },
        { key: `company ${companyId}`, most: maxCompanyTakenEmailTriesPerDay, seconds: daySeconds },
      ]
      const giveBack = await attempts.take(bounds, now)
      try {
        const saved = await act()
        giveBack()
        return saved
      } catch (error) {
        const isTaken = error instanceof Refusal && error.code === 'ERR_EMAIL_ALREADY_EXISTS'
        if (!isTaken) giveBack()
        throw error
      }
    },
  }
}
