import type { ticketFilter } from '@balcao/contract/tickets'
import { dayRange } from '@balcao/domain/days'
import type { ContactId, QueueId, TicketId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { isAdmin } from '@balcao/domain/people'
import type { TicketFacts } from '@balcao/domain/tickets'
import type { z } from 'zod'
import type { CompanyWork, PersonWork } from '../../platform/work'
import { ownCompany } from '../companies/companies.read'
import type { MayReadParams } from './may-read-sql'
import { type FoundMessage, searchTickets } from './search-tickets'
import { factsOf } from './ticket-facts'
import {
  countTicketsOfAnyStatus,
  countTicketsOfStatus,
  type ListParams,
  ticketCounts,
  ticketsOfAnyStatus,
  ticketsOfStatus,
} from './ticket-lists.queries'
import { latestTicketOfContact, type TicketRow, ticketById, wireTicketById } from './tickets.queries'
import type { UnsignedTicket } from './tickets.view'

export type TicketFilter = z.output<typeof ticketFilter>

export interface TicketPage {
  readonly tickets: readonly UnsignedTicket[]
  /** Of a search: the messages with the words, of the tickets found by one. */
  readonly found?: readonly FoundMessage[]
  /** Of a search at least so many, exactly on its last page: nobody counts what nobody asked to see. */
  readonly count: number
  readonly hasMore: boolean
}

/** One page of the tickets that this person may see and asked for, newest change first (TICKET-39, TICKET-40). */
export async function listTickets(work: PersonWork, filter: TicketFilter): Promise<TicketPage> {
  const params = await listParams(work, filter)
  const offset = (filter.pageNumber - 1) * limits.ticketPage
  const words = filter.searchParam.trim()
  if (words !== '') {
    const page = await searchTickets(work, params, filter.status ?? null, words, offset)
    return { ...page, count: offset + page.tickets.length + (page.hasMore ? 1 : 0) }
  }
  const { rows, count } = await listed(work, params, filter.status, offset)
  return { tickets: rows.map(({ ticket }) => ticket), count, hasMore: count > offset + rows.length }
}

async function listed(
  { db }: CompanyWork,
  params: ListParams,
  status: TicketFilter['status'],
  offset: number,
) {
  if (status === undefined) {
    const rows = await db.rows(ticketsOfAnyStatus, [...params, limits.ticketPage, offset])
    return { rows, ...(await db.one(countTicketsOfAnyStatus, params)) }
  }
  const rows = await db.rows(ticketsOfStatus, [...params, status, limits.ticketPage, offset])
  return { rows, ...(await db.one(countTicketsOfStatus, [...params, status])) }
}

/** How many tickets stand in the person's sub-tabs. */
export async function countTickets(
  work: PersonWork,
  { showAll, queueIds }: { showAll: boolean; queueIds?: readonly QueueId[] | undefined },
): Promise<{ open: number; pending: number; unread: number }> {
  const ownerId = showAll && isAdmin(work.actor) ? null : work.actor.userId
  return work.db.one(ticketCounts, [...mayReadParams(work), ownerId, queueIds ?? null])
}

/** A ticket as the wire shows it; the caller has asked `*.access` before. */
export async function wireTicket(work: CompanyWork, ticketId: TicketId): Promise<UnsignedTicket> {
  return (await work.db.one(wireTicketById, [ticketId])).ticket
}

/** The viewer's rights as parameters of the statements that hold `mayRead`. */
export function mayReadParams({ actor }: PersonWork): MayReadParams {
  return [isAdmin(actor), actor.userId, actor.queueIds, actor.allTicket]
}

async function listParams(work: PersonWork, filter: TicketFilter): Promise<ListParams> {
  const needsZone = filter.date !== undefined || filter.updatedAt !== undefined
  const zone = needsZone ? (await ownCompany(work)).time_zone : 'UTC'
  const created = filter.date === undefined ? null : dayRange(filter.date, zone)
  const updated = filter.updatedAt === undefined ? null : dayRange(filter.updatedAt, zone)
  return [
    ...mayReadParams(work),
    ownerFilter(work, filter),
    filter.queueIds ?? null,
    filter.withUnreadMessages,
    filter.tags,
    filter.users,
    created?.from ?? null,
    created?.until ?? null,
    updated?.from ?? null,
    updated?.until ?? null,
  ]
}

/** The assigned sub-tab shows a person's own tickets; admins may choose to see everybody's (TICKET-09, TICKET-41). */
function ownerFilter({ actor }: PersonWork, { status, showAll }: TicketFilter) {
  if (status !== 'open') return null
  return showAll && isAdmin(actor) ? null : actor.userId
}

/** What the rules need to know of a ticket; for events of other features. */
export async function ticketFactsOf(work: CompanyWork, ticketId: TicketId): Promise<TicketFacts> {
  return factsOf(await work.db.one(ticketById, [ticketId]))
}

/** The ticket of a contact for what the owner typed on the handset: the live one, else the latest. */
export function ticketForHandset(work: CompanyWork, contactId: ContactId): Promise<TicketRow | null> {
  return work.db.row(latestTicketOfContact, [contactId])
}

/** Any ticket of the company, for the house's own acts. */
export function ticketForReception(work: CompanyWork, ticketId: TicketId): Promise<TicketRow> {
  return work.db.one(ticketById, [ticketId])
}
