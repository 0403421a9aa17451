import type { PersonActor } from '@balcao/domain/people'
import { sharedRateLimiter } from '../../platform/cluster/limiter'
import type { Node } from '../../platform/cluster/node'
import { Refusal } from '../../platform/refusal'

/**
 * How many taken e-mails a user may enter in a day: enough for typing errors, too few to probe for known
 * e-mails (docs/features/users.md).
 */
export const maxUserTakenEmailTriesPerDay = 10
/**
 * How many taken e-mails the users of a company may enter in a day, because an admin may create as many users
 * as the plan allows. It exceeds the limit of one user, so that one agent cannot use up the attempts of the
 * admins.
 */
export const maxCompanyTakenEmailTriesPerDay = 30
const daySeconds = 24 * 3_600

/**
 * E-mails are unique on the platform (USER-06), so refusing a taken one reveals accounts of other companies.
 * Each user and each company gets that refusal a few times a day, in all processes, then
 * ERR_TOO_MANY_ATTEMPTS until the day is over.
 */
export function createTakenEmailLimit({ bus }: Pick<Node, 'bus'>) {
  const attempts = sharedRateLimiter('taken e-mails', bus)

  return {
    /**
     * Runs an act that saves an e-mail, unless the user or the company was refused too often. The attempt is
     * counted before the act, and the count is undone unless the e-mail is taken, so that concurrent calls
     * cannot exceed the limit.
     */
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
