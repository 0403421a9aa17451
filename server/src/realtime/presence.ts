import type { UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { Clock } from '../platform/clock'

export interface PresenceParts {
  readonly clock: Clock
  readonly isOnline: (userId: UserId) => boolean
  /** Tells the colleagues that this person came or went. */
  readonly announce: (actor: PersonActor) => void
}

/** A page that reloads leaves its seat and is back within this time: nobody went. */
const graceMilliseconds = 5_000

/** Watches who comes and goes (USER-15), and announces each change once, when it has lasted. */
export function watchPresence({ clock, isOnline, announce }: PresenceParts): (actor: PersonActor) => void {
  const announcedOnline = new Set<UserId>()
  return (actor) => {
    if (isOnline(actor.userId)) tellIfNew(actor)
    else clock.after(graceMilliseconds, () => tellIfNew(actor))
  }

  function tellIfNew(actor: PersonActor): void {
    const online = isOnline(actor.userId)
    if (online === announcedOnline.has(actor.userId)) return
    if (online) announcedOnline.add(actor.userId)
    else announcedOnline.delete(actor.userId)
    announce(actor)
  }
}
