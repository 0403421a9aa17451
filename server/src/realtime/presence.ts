import type { UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { Clock } from '../platform/clock'

export interface PresenceDependencies {
  readonly clock: Clock
  readonly isOnline: (userId: UserId) => boolean
  /** Sends the company that this person came online or went offline. */
  readonly announce: (actor: PersonActor) => void
}

/** A page that reloads is disconnected for less than this time, which is no absence. */
const graceMilliseconds = 5_000

/**
 * Watches presence (USER-15). Absence is announced after the grace period. Presence is announced at once, also after
 * a short absence that was not announced, because a user who loaded the list in that moment got an absent person.
 */
export function watchPresence({
  clock,
  isOnline,
  announce,
}: PresenceDependencies): (actor: PersonActor) => void {
  const announcedOnline = new Set<UserId>()
  /** Persons in their grace period, each with the function that cancels it. */
  const absent = new Map<UserId, () => void>()
  return (actor) => (isOnline(actor.userId) ? comes(actor) : leaves(actor))

  function comes(actor: PersonActor): void {
    const { userId } = actor
    absent.get(userId)?.()
    const wasAbsent = absent.delete(userId)
    if (announcedOnline.has(userId) && !wasAbsent) return
    announcedOnline.add(userId)
    announce(actor)
  }

  function leaves(actor: PersonActor): void {
    const { userId } = actor
    absent.get(userId)?.()
    const endWait = clock.after(graceMilliseconds, () => {
      absent.delete(userId)
      if (announcedOnline.delete(userId)) announce(actor)
    })
    absent.set(userId, endWait)
  }
}
