import type { PersonActor } from '@balcao/domain/people'
import type { Node } from '../../platform/cluster/node'
import { createSharedMap } from '../../platform/cluster/shared-map'
import { Refusal, refuse } from '../../platform/refusal'

/** Allows the typing errors of a day, and too few attempts to probe for known e-mails (docs/features/users.md). */
export const takenEmailsInADay = 10
/**
 * The limit of a company, because an admin may create as many users as the plan allows. It exceeds the limit of a
 * user, so that one agent cannot use up the attempts of the admins.
 */
export const takenEmailsOfCompanyInADay = 30
const dayMilliseconds = 24 * 3_600_000
/** Above this number of users and companies, expired entries are deleted. */
const maxTrackedAddresses = 1_000

interface Attempt {
  readonly at: number
}

/**
 * E-mails are unique on the platform (USER-06), so refusing a taken one reveals accounts of other companies. Each
 * user and each company gets that refusal a few times a day, then ERR_TOO_MANY_ATTEMPTS until the day is over. The
 * counts are in memory: each process knows those of the others, and a restart resets its own.
 */
export function countTakenEmails(node: Pick<Node, 'bus' | 'onEnded'>) {
  const refused = new Map<string, readonly Attempt[]>()
  const shared = createSharedMap<readonly Attempt[]>(node, 'taken e-mails')

  return {
    /**
     * Runs an act that saves an e-mail, unless the user or the company was refused too often. The attempt is counted
     * before the act and removed unless the e-mail is taken, so that concurrent calls cannot exceed the limit.
     */
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
        const [first, ...others] = everywhereSince(who, attempt.at - dayMilliseconds)
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

  function everywhereSince(who: string, from: number): readonly Attempt[] {
    const elsewhere = [...shared.elsewhere(who).values()].flat().filter(({ at }) => at > from)
    return [...since(who, from), ...elsewhere].sort((one, other) => one.at - other.at)
  }

  function since(who: string, from: number): readonly Attempt[] {
    return (refused.get(who) ?? []).filter(({ at }) => at > from)
  }

  function note(who: string, attempt: Attempt): void {
    const from = attempt.at - dayMilliseconds
    put(who, [...since(who, from), attempt])
    if (refused.size < maxTrackedAddresses) return
    for (const [one, attempts] of refused) if (attempts.every(({ at }) => at <= from)) put(one, [])
  }

  function takeOff(who: string, attempt: Attempt): void {
    put(
      who,
      (refused.get(who) ?? []).filter((one) => one !== attempt),
    )
  }

  function put(who: string, attempts: readonly Attempt[]): void {
    if (attempts.length === 0) refused.delete(who)
    else refused.set(who, attempts)
    shared.set(who, attempts.length === 0 ? null : attempts)
  }
}
