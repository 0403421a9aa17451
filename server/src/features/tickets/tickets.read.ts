import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { TicketWorkload } from '@balcao/contract/dashboard'
import type { countTickets as countTicketsEndpoint, ticketListQuery } from '@balcao/contract/tickets'
import { dayRange } from '@balcao/domain/days'
import type { ConnectionId, ContactId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isAdmin } from '@balcao/domain/people'
import {
  isListOfOwnTickets,
  type LiveTicketStatus,
  liveTicketStatuses,
  type TicketSnapshot,
} from '@balcao/domain/tickets'
import type { z } from 'zod'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import { usersOfCompany } from '../users/users.read'
import { enqueueTicketDeltaCompaction } from './lists/compact-deltas'
import { type FoundMessage, searchTickets } from './lists/search-tickets'
import {
  closedTickets,
  connectionsOfOpenTickets,
  countFilteredTicketsOfStatus,
  countLiveTicketsByQueueAndUser,
  countLiveTicketsByStatus,
  countTicketsOfAnyStatus,
  countTicketsOfStatus,
  filteredTicketsOfStatus,
  type IndexedTicketFilterParams,
  liveTicketTotals,
  longestWaitOfCompany,
  type TicketListParams,
  ticketsOfAnyStatus,
  ticketsOfStatus,
} from './lists/ticket-lists.queries'
import type { MayReadTicketParams } from './may-read-sql'
import { ticketFactsOfRow } from './ticket-facts'
import {
  latestTicketOfContact,
  type TicketRow,
  type TicketViewRow,
  ticketById,
  ticketViewRows,
} from './tickets.queries'
import { type TicketsJsonParts, type UnsignedTicket, unsignedTicket } from './tickets.view'
import type { TicketsPageJson } from './wire-ticket-sql'

type TicketFilter = z.output<typeof ticketListQuery>

interface TicketPage {
  readonly written: TicketsJsonParts
  /** Only of a search: the matching messages of tickets that were found by a message. */
  readonly found?: readonly FoundMessage[]
  /** The number of matching tickets; of a search a lower bound until the last page, because counting is slow. */
  readonly count: number
  readonly hasMore: boolean
}

/** The tickets that this person may read and that pass the filter, newest change first (TICKET-39, TICKET-40). */
export async function listTickets(work: PersonWork, filter: TicketFilter): Promise<TicketPage> {
  const params = await listParams(work, filter)
  const offset = (filter.pageNumber - 1) * limits.ticketPage
  const words = filter.searchParam.trim()
  if (words !== '') {
    const page = await searchTickets(work, params, filter.status ?? null, words, offset)
    return { ...page, count: offset + page.written.shown + (page.hasMore ? 1 : 0) }
  }
  const [written, { count }] = await listedTickets(work, params, filter, offset)
  return { written, count, hasMore: count > offset + written.shown }
}

async function listedTickets(
  work: PersonWork,
  params: TicketListParams,
  filter: TicketFilter,
  offset: number,
): Promise<[TicketsPageJson, { count: number }]> {
  const { db } = work
  const { status } = filter
  const part = { limit: limits.ticketPage, offset }
  if (status === undefined)
    return Promise.all([
      db.one(ticketsOfAnyStatus, { ...params, ...part }),
      db.one(countTicketsOfAnyStatus, params),
    ])
  if (!isOfPlaces(filter))
    return Promise.all([
      db.one(filteredTicketsOfStatus, { ...params, status, ...part }),
      db.one(countFilteredTicketsOfStatus, { ...params, status }),
    ])
  const places = placeParams(work, filter)
  const isOfAllUsers = places.ownerId === null && places.userIds.length === 0
  const [page, { count, singles }] = await Promise.all([
    status === 'closed' && isOfAllUsers
      ? db.one(closedTickets, { ...places, ...part })
      : db.one(ticketsOfStatus, { ...places, status, ...part }),
    db.one(countTicketsOfStatus, { ...places, status }),
  ])
  enqueueTicketDeltaCompaction(work, singles)
  return [page, { count }]
}

/** Whether the counter deltas have all columns of this filter, so that counting needs no tickets. */
function isOfPlaces({ withUnreadMessages, tags, date, updatedAt }: TicketFilter): boolean {
  return !withUnreadMessages && tags.length === 0 && date === undefined && updatedAt === undefined
}

/** Since when the company's longest waiting customer waits for a person; null when none waits. */
export async function longestWaitStart({ db }: Pick<CompanyWork, 'db'>): Promise<Date | null> {
  return (await db.one(longestWaitOfCompany)).since
}

/** The number of live tickets of each queue, and of open tickets of each user (`dashboard.load`). */
export async function countLiveTickets(work: PersonWork): Promise<TicketWorkload> {
  const queues = new Map<QueueId, { pending: number; open: number }>()
  const users = new Map<UserId, number>()
  for (const { status, queue_id, user_id, tickets } of await work.db.rows(countLiveTicketsByQueueAndUser)) {
    if (queue_id !== null) {
      const counts = queues.get(queue_id) ?? { pending: 0, open: 0 }
      queues.set(queue_id, { ...counts, [status]: counts[status] + tickets })
    }
    if (status === 'open' && user_id !== null) users.set(user_id, (users.get(user_id) ?? 0) + tickets)
  }

  return {
    queues: [...queues].map(([id, counts]) => ({ id, ...counts })),
    users: [...users].map(([id, open]) => ({ id, open })),
  }
}

export async function readLiveTicketTotals(
  work: CompanyWork,
): Promise<{ pending: number; open: number; attending: number }> {
  const { singles, ...counts } = await work.db.one(liveTicketTotals)
  enqueueTicketDeltaCompaction(work, singles)
  return counts
}

/** The number of tickets in each of this person's sub-tabs. */
export async function countTickets(
  work: PersonWork,
  { showAll, queueIds }: { showAll: boolean; queueIds?: readonly QueueId[] | undefined },
): Promise<EndpointCallAnswer<typeof countTicketsEndpoint>> {
  const ownerId = showAll && isAdmin(work.actor) ? null : work.actor.userId
  const rows = await work.db.rows(countLiveTicketsByStatus, {
    ...mayReadTicketParams(work),
    ownerId,
    chosenQueueIds: queueIds ?? null,
  })
  const counts = Object.fromEntries(liveTicketStatuses.map((status) => [status, 0])) as Record<
    LiveTicketStatus,
    number
  >
  let unread = 0
  let singles = 0
  for (const row of rows) {
    counts[row.status] = row.tickets
    unread += row.unread
    singles += row.singles
  }
  enqueueTicketDeltaCompaction(work, singles)
  return { ...counts, unread, unqueued: rows.find(({ status }) => status === 'pending')?.unqueued ?? 0 }
}

export async function readTicketViewRows(
  work: Pick<CompanyWork, 'db'>,
  ticketIds: readonly TicketId[],
): Promise<ReadonlyMap<TicketId, TicketViewRow>> {
  const rows = await work.db.rows(ticketViewRows, { ticketIds })
  return new Map(rows.map((row) => [row.id, row]))
}

/** A ticket in the wire format. The caller has checked the right to read it through `*.access`. */
export async function readWireTicket(work: CompanyWork, ticketId: TicketId): Promise<UnsignedTicket> {
  return unsignedTicket(await work.db.one(ticketViewRows, { ticketIds: [ticketId] }))
}

/** The viewer's rights as parameters of the statements that contain `mayReadTicketSql`. */
export function mayReadTicketParams({ actor }: PersonWork): MayReadTicketParams {
  return {
    isAdmin: isAdmin(actor),
    userId: actor.userId,
    queueIds: actor.queueIds,
    allTicket: actor.allTicket,
  }
}

async function listParams(work: PersonWork, filter: TicketFilter): Promise<TicketListParams> {
  const needsZone = filter.date !== undefined || filter.updatedAt !== undefined
  const zone = needsZone ? (await ownCompany(work)).time_zone : 'UTC'
  const created = filter.date === undefined ? null : dayRange(filter.date, zone)
  const updated = filter.updatedAt === undefined ? null : dayRange(filter.updatedAt, zone)
  return {
    ...placeParams(work, filter),
    unreadOnly: filter.withUnreadMessages,
    tagIds: filter.tags,
    createdFrom: created?.from ?? null,
    createdUntil: created?.until ?? null,
    updatedFrom: updated?.from ?? null,
    updatedUntil: updated?.until ?? null,
  }
}

function placeParams(work: PersonWork, filter: TicketFilter): IndexedTicketFilterParams {
  return {
    ...mayReadTicketParams(work),
    ownerId: ownerFilter(work, filter),
    chosenQueueIds: filter.queueIds ?? null,
    userIds: filter.users,
  }
}

/** The assigned sub-tab shows a person's own tickets. Admins may choose those of all users (TICKET-09, TICKET-41). */
function ownerFilter({ actor }: PersonWork, { status, showAll }: TicketFilter) {
  if (status === undefined || !isListOfOwnTickets(status)) return null
  return showAll && isAdmin(actor) ? null : actor.userId
}

export async function ticketFactsOf(work: CompanyWork, ticketId: TicketId): Promise<TicketSnapshot> {
  return ticketFactsOfRow(await work.db.one(ticketById, { ticketId }))
}

/** The ticket of a contact for messages typed on the linked phone: the live one, else the latest. */
export function ticketForLinkedPhone(work: CompanyWork, contactId: ContactId): Promise<TicketRow | null> {
  return work.db.row(latestTicketOfContact, { contactId })
}

/** Loads any ticket of the company, for the system. */
export function loadTicketRow(work: CompanyWork, ticketId: TicketId): Promise<TicketRow> {
  return work.db.one(ticketById, { ticketId })
}

/**
 * For the warning about an outage: the connections of this person's open tickets, and the admins, who can link again.
 */
export async function readConnectionOutageContext(work: PersonWork): Promise<{
  connectionIds: ConnectionId[]
  admins: { id: UserId; name: string }[]
}> {
  const [rows, users] = await Promise.all([
    work.db.rows(connectionsOfOpenTickets, { userId: work.actor.userId }),
    usersOfCompany(work),
  ])
  return {
    connectionIds: rows.map((row) => row.connection_id),
    admins: users.filter(({ profile }) => profile === 'admin').map(({ id, name }) => ({ id, name })),
  }
}
