import type { CompanyId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import { createSingleNode, type Node } from '../platform/cluster/node'
import { createSharedMap } from '../platform/cluster/shared-map'
import type { SocketMessage, Subscriber } from '../platform/live/event-kind'

/** A page with an open socket. Its views change when the page joins or leaves them. */
export interface OpenSubscriber extends Subscriber {
  viewer: PersonActor
  readonly views: {
    readonly statuses: Set<TicketStatus>
    notification: boolean
    readonly chatBoxes: Set<TicketId>
  }
  /** The open tickets that the page watches secretly: other viewers of these tickets do not see this page's person. */
  readonly spied: Set<TicketId>
  /** Socket.IO's id, by which sockets that get the same payload are written together. */
  readonly socketId?: string
  emit(emission: SocketMessage): void
  close(): void
}

export type SubscribedPerson = Pick<PersonActor, 'companyId' | 'userId'>

/** The subscribers of this process by company, so that an event of one company loops over no others. */
export interface SubscriberRegistry {
  add(subscriber: OpenSubscriber): void
  remove(subscriber: OpenSubscriber): void
  ofCompany(companyId: CompanyId): Iterable<OpenSubscriber>
  ofUser(companyId: CompanyId, userId: UserId): OpenSubscriber[]
  /** Whether this person, or their company, has reached the limit of subscribers in all processes together. */
  isFullFor(person: SubscribedPerson): boolean
  isHere(userId: UserId): boolean
  isOnline(userId: UserId): boolean
  /** Called after subscribers of this person in another process have changed, or that process has ended. */
  onChangeElsewhere(listener: (person: SubscribedPerson, nodeId: number) => void): void
  closeAll(): void
}

/** More pages than a person or a company has open, and few enough to protect the installation. */
export const subscriberLimits = { ofPerson: 60, ofCompany: 3_000 } as const

interface Presence {
  readonly companyId: CompanyId
  readonly subscribers: number
}

export function createSubscriberRegistry(
  node: Pick<Node, 'bus' | 'onEnded'> = createSingleNode(1),
  limits: Readonly<Record<keyof typeof subscriberLimits, number>> = subscriberLimits,
): SubscriberRegistry {
  const byCompany = new Map<CompanyId, Set<OpenSubscriber>>()
  /** The subscribers by user, because every list of users shows who is online. */
  const byUser = new Map<UserId, Set<OpenSubscriber>>()
  const people = createSharedMap<Presence>(node, 'subscribers of people')
  const companies = createSharedMap<number>(node, 'subscribers of companies')

  return {
    add(subscriber) {
      addTo(byCompany, subscriber.viewer.companyId, subscriber)
      addTo(byUser, subscriber.viewer.userId, subscriber)
      share(subscriber.viewer)
    },
    remove(subscriber) {
      removeFrom(byCompany, subscriber.viewer.companyId, subscriber)
      removeFrom(byUser, subscriber.viewer.userId, subscriber)
      share(subscriber.viewer)
    },
    ofCompany: (companyId) => [...(byCompany.get(companyId) ?? [])],
    ofUser: (companyId, userId) =>
      [...(byUser.get(userId) ?? [])].filter(({ viewer }) => viewer.companyId === companyId),
    isFullFor: (person) =>
      ofCompanyEverywhere(person.companyId) >= limits.ofCompany ||
      ofPersonEverywhere(person.userId) >= limits.ofPerson,
    isHere: (userId) => byUser.has(userId),
    isOnline: (userId) => byUser.has(userId) || people.elsewhere(String(userId)).size > 0,
    onChangeElsewhere: (listener) =>
      people.onChange((key, { node: nodeId, before, now }) => {
        const companyId = (now ?? before)?.companyId
        // The map's keys are user ids.
        if (companyId !== undefined) listener({ companyId, userId: Number(key) as UserId }, nodeId)
      }),
    closeAll() {
      for (const subscriber of [...byCompany.values()].flatMap((subscribers) => [...subscribers]))
        subscriber.close()
    },
  }

  function share({ companyId, userId }: SubscribedPerson): void {
    const subscribers = byUser.get(userId)?.size ?? 0
    people.set(String(userId), subscribers === 0 ? null : { companyId, subscribers })
    companies.set(String(companyId), byCompany.get(companyId)?.size ?? null)
  }

  function ofPersonEverywhere(userId: UserId): number {
    const elsewhere = [...people.elsewhere(String(userId)).values()]
    return elsewhere.reduce((sum, { subscribers }) => sum + subscribers, byUser.get(userId)?.size ?? 0)
  }

  function ofCompanyEverywhere(companyId: CompanyId): number {
    const elsewhere = [...companies.elsewhere(String(companyId)).values()]
    return elsewhere.reduce((sum, count) => sum + count, byCompany.get(companyId)?.size ?? 0)
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
