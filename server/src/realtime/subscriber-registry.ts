import type { CompanyId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { Emission, Subscriber } from '../platform/live/event-kind'

/** A subscriber with a socket behind it. What its page shows changes as it joins and leaves views. */
export interface OpenSubscriber extends Subscriber {
  viewer: PersonActor
  readonly views: {
    readonly statuses: Set<TicketStatus>
    notification: boolean
    readonly chatBoxes: Set<TicketId>
  }
  /** Of its chat boxes, those that only a spy looks into: nobody sees them looking. */
  readonly spied: Set<TicketId>
  /** Of the socket behind it, where there is one: subscribers that get the same are told together. */
  readonly socketId?: string
  emit(emission: Emission): void
  close(): void
}

/** The subscribers of this process by company: an event of one company never even meets the subscribers of another. */
export interface SubscriberRegistry {
  add(subscriber: OpenSubscriber): void
  remove(subscriber: OpenSubscriber): void
  ofCompany(companyId: CompanyId): Iterable<OpenSubscriber>
  ofUser(companyId: CompanyId, userId: UserId): OpenSubscriber[]
  /** Has this person, or their company, as many subscribers as there may be? */
  isFullFor(viewer: PersonActor): boolean
  isOnline(userId: UserId): boolean
  closeAll(): void
}

/** More pages than a person or a company has open, and few enough that no one of them uses up the installation. */
export const subscriberLimits = { ofPerson: 60, ofCompany: 3_000 } as const

export function createSubscriberRegistry(
  limits: Readonly<Record<keyof typeof subscriberLimits, number>> = subscriberLimits,
): SubscriberRegistry {
  const byCompany = new Map<CompanyId, Set<OpenSubscriber>>()
  /** Lists of users ask for each of them whether they are online. */
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
