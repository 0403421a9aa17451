import type { CompanyId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { TicketStatus } from '@balcao/domain/tickets'
import type { Emission, Seat } from '../platform/live/event-kind'

/** A seat with a socket behind it. What its page shows changes as it joins and leaves views. */
export interface OpenSeat extends Seat {
  viewer: PersonActor
  readonly views: {
    readonly statuses: Set<TicketStatus>
    notification: boolean
    readonly chatBoxes: Set<TicketId>
  }
  /** Of its chat boxes, those that only a spy looks into: nobody sees them looking. */
  readonly spied: Set<TicketId>
  /** Of the socket behind it, where there is one: seats that get the same are told together. */
  readonly socketId?: string
  emit(emission: Emission): void
  close(): void
}

/** Who sits where in this process, by company: an event of one company never even meets the seats of another. */
export interface SeatBook {
  add(seat: OpenSeat): void
  remove(seat: OpenSeat): void
  ofCompany(companyId: CompanyId): Iterable<OpenSeat>
  ofUser(companyId: CompanyId, userId: UserId): OpenSeat[]
  /** Has this person, or their company, as many seats as there may be? */
  isFullFor(viewer: PersonActor): boolean
  isOnline(userId: UserId): boolean
  closeAll(): void
}

/** More pages than a person or a company has open, and few enough that no one of them uses up the installation. */
export const seatLimits = { ofPerson: 60, ofCompany: 3_000 } as const

export function createSeatBook(
  limits: Readonly<Record<keyof typeof seatLimits, number>> = seatLimits,
): SeatBook {
  const byCompany = new Map<CompanyId, Set<OpenSeat>>()
  /** Lists of users ask for each of them whether they are online. */
  const byUser = new Map<UserId, Set<OpenSeat>>()
  return {
    add(seat) {
      addTo(byCompany, seat.viewer.companyId, seat)
      addTo(byUser, seat.viewer.userId, seat)
    },
    remove(seat) {
      removeFrom(byCompany, seat.viewer.companyId, seat)
      removeFrom(byUser, seat.viewer.userId, seat)
    },
    ofCompany: (companyId) => [...(byCompany.get(companyId) ?? [])],
    ofUser: (companyId, userId) =>
      [...(byUser.get(userId) ?? [])].filter(({ viewer }) => viewer.companyId === companyId),
    isFullFor: ({ companyId, userId }) =>
      (byCompany.get(companyId)?.size ?? 0) >= limits.ofCompany ||
      (byUser.get(userId)?.size ?? 0) >= limits.ofPerson,
    isOnline: (userId) => byUser.has(userId),
    closeAll() {
      for (const seat of [...byCompany.values()].flatMap((seats) => [...seats])) seat.close()
    },
  }
}

function addTo<Key>(seatsBy: Map<Key, Set<OpenSeat>>, key: Key, seat: OpenSeat): void {
  seatsBy.set(key, (seatsBy.get(key) ?? new Set()).add(seat))
}

function removeFrom<Key>(seatsBy: Map<Key, Set<OpenSeat>>, key: Key, seat: OpenSeat): void {
  const seats = seatsBy.get(key)
  seats?.delete(seat)
  if (seats?.size === 0) seatsBy.delete(key)
}
