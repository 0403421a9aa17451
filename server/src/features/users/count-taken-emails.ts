import type { PersonActor } from '@balcao/domain/people'
import { Refusal, refuse } from '../../platform/refusal'

/** Typing errors of a long day; too few to ask whose e-mails are known here (decision 0085). */
export const takenEmailsInADay = 10
/** Of all people of a company: an admin makes as many users as the plan allows. More than one person has, so that a single
 *  attendant cannot use up the attempts of the admins. */
export const takenEmailsOfCompanyInADay = 30
const dayMilliseconds = 24 * 3_600_000
/** So many people and companies are remembered before those whose day is over are thrown away. */
const manyRemembered = 1_000

interface Attempt {
  readonly at: number
}

/**
 * E-mails are unique on the platform (USER-06), so the refusal of a taken one tells of other companies. Each person and each
 * company is answered it a few times in a day, and then with ERR_TOO_MANY_ATTEMPTS until the day is over. In memory: one
 * process answers all calls of an installation, and after a restart the count begins anew.
 */
export function countTakenEmails() {
  const refused = new Map<string, readonly Attempt[]>()

  return {
    /** Carries out an act that saves an e-mail, unless person or company were refused too often. Counted before the act and
     *  taken off again unless the e-mail is taken: many at once are no way around. */
    async guard<T>(
      { userId, companyId }: Pick<PersonActor, 'userId' | 'companyId'>,
      now: Date,
      act: () => Promise<T>,
    ): Promise<T> {
      const bounds = [
        { who: `user ${userId}`, most: takenEmailsInADay },
        { who: `company ${companyId}`, most: takenEmailsOfCompanyInADay },
      ]
      const attempt = { at: now.getTime() }
      const openAgain = bounds.flatMap(({ who, most }) => {
        const [first, ...others] = since(who, attempt.at - dayMilliseconds)
        return first !== undefined && others.length + 1 >= most ? [first.at + dayMilliseconds] : []
      })
      if (openAgain.length > 0) {
        const retryAfterSeconds = Math.ceil((Math.max(...openAgain) - attempt.at) / 1000)
        throw refuse('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds })
      }

      for (const { who } of bounds) note(who, attempt)
      try {
        const saved = await act()
        for (const { who } of bounds) takeOff(who, attempt)
        return saved
      } catch (error) {
        const isTaken = error instanceof Refusal && error.code === 'ERR_EMAIL_ALREADY_EXISTS'
        if (!isTaken) for (const { who } of bounds) takeOff(who, attempt)
        throw error
      }
    },
  }

  function since(who: string, from: number): readonly Attempt[] {
    return (refused.get(who) ?? []).filter(({ at }) => at > from)
  }

  function note(who: string, attempt: Attempt): void {
    const from = attempt.at - dayMilliseconds
    refused.set(who, [...since(who, from), attempt])
    if (refused.size < manyRemembered) return
    for (const [one, attempts] of refused) if (attempts.every(({ at }) => at <= from)) refused.delete(one)
  }

  function takeOff(who: string, attempt: Attempt): void {
    const others = (refused.get(who) ?? []).filter((one) => one !== attempt)
    if (others.length === 0) refused.delete(who)
    else refused.set(who, others)
  }
}
