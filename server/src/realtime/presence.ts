import type { UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { Clock } from '../platform/clock'

export interface PresenceParts {
  readonly clock: Clock
  readonly isOnline: (userId: UserId) => boolean
  /** Tells the colleagues that this person came or went. */
  readonly announce: (actor: PersonActor) => void
}

/** A page that reloads leaves its subscriber and is back within this time: nobody went. */
const graceMilliseconds = 5_000

/**
 * Watches who comes and goes (USER-15). Going is announced once it has lasted; coming at once, also after a moment's
 * absence that was not announced, since who asked in that moment has read that nobody was there.
 */
export function watchPresence({ clock, isOnline, announce }: PresenceParts): (actor: PersonActor) => void {
  const toldOnline = new Set<UserId>()
  /** Those who may have gone, each with what ends the wait for their return. */
  const absent = new Map<UserId, () => void>()
  return (actor) => (isOnline(actor.userId) ? comes(actor) : leaves(actor))

  function comes(actor: PersonActor): void {
    const { userId } = actor
    absent.get(userId)?.()
    const wasAbsent = absent.delete(userId)
    if (toldOnline.has(userId) && !wasAbsent) return
    toldOnline.add(userId)
    announce(actor)
  }

  function leaves(actor: PersonActor): void {
    const { userId } = actor
    absent.get(userId)?.()
    const endWait = clock.after(graceMilliseconds, () => {
      absent.delete(userId)
      if (toldOnline.delete(userId)) announce(actor)
    })
    absent.set(userId, endWait)
  }
}
