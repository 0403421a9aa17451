import type { UserId } from '@balcao/domain/ids'
import type { Clock } from '../platform/clock'
import type { Node } from '../platform/cluster/node'
import type { SubscribedPerson, SubscriberRegistry } from './subscriber-registry'

export interface PresenceDependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly node: Pick<Node, 'id' | 'others'>
  readonly subscribers: Pick<SubscriberRegistry, 'isHere' | 'isOnline' | 'onChangeElsewhere'>
  /** Announces to the company's pages, in all processes, whether this person is online now. */
  readonly announce: (person: SubscribedPerson) => void
}

/** A page that reloads is disconnected for less than this time, which does not count as absence. */
const graceMilliseconds = 5_000
/** When a process has died, the other processes notice it within this time. */
const deathMilliseconds = 2_000

/**
 * Announces to colleagues who is online. A new page is announced even after a short absence, because a colleague who
 * loaded the user list meanwhile saw the person as absent. An absence is announced after the grace period by the
 * process that had the last page or, if this process has died, by the living one with the lowest id. Call the returned
 * function when a subscriber of a person was added or removed in this process.
 */
export function watchPresence(parts: PresenceDependencies): (person: SubscribedPerson) => void {
  const { clock, node, subscribers, announce } = parts
  const announcedOnline = new Set<UserId>()
  /** People in their grace period, with the node of their last page. */
  const absent = new Map<UserId, { readonly lastIn: number; cancel(): void }>()

  subscribers.onChangeElsewhere((person, nodeId) => {
    if (!subscribers.isOnline(person.userId)) waitFor(person, nodeId)
  })
  return (person) => (subscribers.isHere(person.userId) ? comes(person) : leaves(person))

  function comes(person: SubscribedPerson): void {
    if (announcedOnline.has(person.userId)) return
    announcedOnline.add(person.userId)
    announce(person)
  }

  function leaves(person: SubscribedPerson): void {
    announcedOnline.delete(person.userId)
    waitFor(person, node.id)
  }

  function waitFor(person: SubscribedPerson, nodeId: number): void {
    const { userId } = person
    const before = absent.get(userId)
    before?.cancel()
    // If a person's pages in two processes close together, each process hears that the other closed the last page. Each
    // keeps its own id here, so that both announce the absence instead of neither.
    const lastIn = before?.lastIn === node.id ? node.id : nodeId
    const milliseconds = graceMilliseconds + (lastIn === node.id ? 0 : deathMilliseconds)
    const cancel = clock.after(milliseconds, () => {
      absent.delete(userId)
      if (!subscribers.isOnline(userId) && mayAnnounceFor(lastIn)) announce(person)
    })
    absent.set(userId, { lastIn, cancel })
  }

  function mayAnnounceFor(nodeId: number): boolean {
    const all = node.others()
    const others = all.filter(({ roles }) => roles.includes('realtime')).map(({ id }) => id)
    return nodeId === node.id || (all.every(({ id }) => id !== nodeId) && others.every((id) => id > node.id))
  }
}
