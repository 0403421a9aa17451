import type { PersonActor } from '@balcao/domain/people'
import { sharedRateLimiter } from '../../platform/cluster/limiter'
import type { Node } from '../../platform/cluster/node'
import { Refusal } from '../../platform/refusal'

/** A user's taken e-mails in a day: enough for typing errors, too few to probe (docs/features/users.md). */
export const maxUserTakenEmailTriesPerDay = 10
/** The limit of a company, whose admin may create many users. One agent must not use up the attempts of the admins. */
export const maxCompanyTakenEmailTriesPerDay = 30
const daySeconds = 24 * 3_600

/** E-mails are unique on the platform (USER-06), so refusing a taken one reveals accounts of other companies. */
export function createTakenEmailLimit({ bus }: Pick<Node, 'bus'>) {
  const attempts = sharedRateLimiter('taken e-mails', bus)

  return {
    /** Counts the attempt before `act`, so that concurrent calls can't exceed the limit; only a taken e-mail counts. */
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
