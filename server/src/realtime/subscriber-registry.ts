import type { CompanyId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { Emission, Subscriber } from '../platform/live/event-kind'

/** A subscriber with an open socket. Its views change as the page joins and leaves them. */
export interface OpenSubscriber extends Subscriber {
  viewer: PersonActor
  readonly views: {
    readonly statuses: Set<TicketStatus>
    notification: boolean
    readonly chatBoxes: Set<TicketId>
  }
  /** Those of its chat boxes that it only spies on: others do not see this viewer. */
  readonly spied: Set<TicketId>
  /** The id of its socket, if there is one: subscribers with the same payload are written together. */
  readonly socketId?: string
  emit(emission: Emission): void
  close(): void
}

/** The subscribers of this process by company, so that an event of one company never reaches the loop of another. */
export interface SubscriberRegistry {
  add(subscriber: OpenSubscriber): void
  remove(subscriber: OpenSubscriber): void
  ofCompany(companyId: CompanyId): Iterable<OpenSubscriber>
  ofUser(companyId: CompanyId, userId: UserId): OpenSubscriber[]
  /** Whether this person, or their company, has reached the limit of subscribers. */
  isFullFor(viewer: PersonActor): boolean
  isOnline(userId: UserId): boolean
  closeAll(): void
}

/** More pages than a person or a company has open, and few enough to protect the installation. */
export const subscriberLimits = { ofPerson: 60, ofCompany: 3_000 } as const

export function createSubscriberRegistry(
  limits: Readonly<Record<keyof typeof subscriberLimits, number>> = subscriberLimits,
): SubscriberRegistry {
  const byCompany = new Map<CompanyId, Set<OpenSubscriber>>()
  /** An index, because lists of users check for each one whether they are online. */
  const byUser = new Map<UserId, Set<OpenSubscriber>>()
  return {
    add(subscriber) {
      addTo(byCompany, subscriber.viewer.companyId, subscriber)
      addTo(byUser, subscriber.viewer.userId, subscriber)
    },
    remove(subscriber) {
      removeFrom(byCompany, subscriber.viewer.companyId, subscriber)
      removeFrom(byUser, subscriber.viewer.userId, subscriber)
    },
    ofCompany: (companyId) => [...(byCompany.get(companyId) ?? [])],
    ofUser: (companyId, userId) =>
      [...(byUser.get(userId) ?? [])].filter(({ viewer }) => viewer.companyId === companyId),
    isFullFor: ({ companyId, userId }) =>
      (byCompany.get(companyId)?.size ?? 0) >= limits.ofCompany ||
      (byUser.get(userId)?.size ?? 0) >= limits.ofPerson,
    isOnline: (userId) => byUser.has(userId),
    closeAll() {
      for (const subscriber of [...byCompany.values()].flatMap((subscribers) => [...subscribers]))
        subscriber.close()
    },
  }
}

function addTo<Key>(seatsBy: Map<Key, Set<OpenSubscriber>>, key: Key, subscriber: OpenSubscriber): void {
  seatsBy.set(key, (seatsBy.get(key) ?? new Set()).add(subscriber))
}

function removeFrom<Key>(seatsBy: Map<Key, Set<OpenSubscriber>>, key: Key, subscriber: OpenSubscriber): void {
  const subscribers = seatsBy.get(key)
  subscribers?.delete(subscriber)
  if (subscribers?.size === 0) seatsBy.delete(key)
}
