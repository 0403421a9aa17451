import type { UserId } from '@balcao/domain/ids'
import type { Clock } from '../platform/clock'
import type { Node } from '../platform/cluster/node'
import type { Person, SubscriberRegistry } from './subscriber-registry'

export interface PresenceDependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly node: Pick<Node, 'id' | 'others'>
  readonly subscribers: Pick<SubscriberRegistry, 'isHere' | 'isOnline' | 'onChangeElsewhere'>
  /** Sends the company, in all processes, that this person came online or went offline. */
  readonly announce: (person: Person) => void
}

/** A page that reloads is disconnected for less than this time, which is no absence. */
const graceMilliseconds = 5_000
/** The death of a process is known within this time. */
const deathMilliseconds = 2_000

/**
 * Watches presence (USER-15) for the returned function's callers: a subscriber of this person was added or removed here.
 * The process of a new page announces presence at once, also after a short absence that was not announced, because a
 * user who loaded the list in that moment got an absent person. Absence is announced after the grace period by the
 * process that had the last page; if that has ended, by the living one with the lowest id, so that a process with
 * thousands of people does not cost an act for each of them in every other. Two processes whose pages close at the same
 * time may both announce it, which is harmless.
 */
export function watchPresence(parts: PresenceDependencies): (person: Person) => void {
  const { clock, node, subscribers, announce } = parts
  /** People with a page here. */
  const announcedOnline = new Set<UserId>()
  /** People in their grace period, with the node of their last page. */
  const absent = new Map<UserId, { readonly lastIn: number; cancel(): void }>()

  subscribers.onChangeElsewhere((person, nodeId) => {
    if (!subscribers.isOnline(person.userId)) waitFor(person, nodeId)
  })
  return (person) => (subscribers.isHere(person.userId) ? comes(person) : leaves(person))

  function comes(person: Person): void {
    if (announcedOnline.has(person.userId)) return
    announcedOnline.add(person.userId)
    announce(person)
  }

  function leaves(person: Person): void {
    announcedOnline.delete(person.userId)
    waitFor(person, node.id)
  }

  function waitFor(person: Person, nodeId: number): void {
    const { userId } = person
    const before = absent.get(userId)
    before?.cancel()
    // Of two processes whose pages close at the same time, each hears that the other's close last.
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
